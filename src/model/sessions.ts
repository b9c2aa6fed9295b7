import type { Model } from "./model.js";

/**
 * What an engine leaves behind for its next question about a model. One thing at a time; whoever takes it owns it, and
 * whoever keeps it disposes of it in the end.
 */
export interface Sessions {
  /** What was left behind about this very model. */
  take(about: Model): Disposable | null;
  put(about: Model, thing: Disposable): void;
}
