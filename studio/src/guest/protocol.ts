import type { Progress } from "fairlead";
import type { SearchRequest, Thrown } from "fairlead/model";

export type ToGuest = { readonly type: "search"; readonly request: SearchRequest };

/** What a program's worker says. The program may say anything there: who listens looks at what it is. */
export type FromGuest =
  | { readonly type: "loaded"; readonly systems: unknown }
  | { readonly type: "answer"; readonly answer: unknown }
  | { readonly type: "event"; readonly event: Progress }
  | { readonly type: "failed"; readonly error: Thrown };

/** What the worker's script is told about the program that it runs. */
export interface About {
  /** What stacks call it. */
  readonly path: string;
  readonly mappings: string;
}

/** Under this name the script of a program finds what runs it. */
export const RUN = "fairlead.guest";

/** The body of a program: what it imports comes from `require`, what it exports goes to `exports`. */
export type Body = (exports: object, require: (name: string) => unknown) => Promise<void>;
