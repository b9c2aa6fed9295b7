import guestUrl from "../guest/guest.ts?worker&url";
import { type About, RUN } from "../guest/protocol.js";
import { PATH } from "./path.js";
import type { Script } from "./transpile.js";

/** Runs a program in a worker that the page makes: of a blob, so that it inherits the page's policy. */
export class GuestHost {
  private worker: Worker | null = null;

  /** The end of a channel to it. Another program takes the place of the last one. */
  start({ code, mappings }: Script, died: (message: string) => void): MessagePort {
    this.end();
    const about: About = { path: PATH, mappings };
    const url = URL.createObjectURL(new Blob([scriptText(about, code)], { type: "text/javascript" }));
    const worker = new Worker(url, { type: "module", name: "program" });
    worker.onerror = (event) => {
      event.preventDefault();
      died(event.message ?? "the worker of the program does not start");
    };
    const { port1, port2 } = new MessageChannel();
    worker.postMessage(null, [port1]);
    this.worker = worker;
    return port2;
  }

  end(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}

/** One line, then the program: see `LINES_BEFORE` of the guest. */
function scriptText(about: About, code: string): string {
  const guest = JSON.stringify(new URL(guestUrl, import.meta.url).href);
  const run = `globalThis[Symbol.for(${JSON.stringify(RUN)})]`;
  return `import ${guest}; await ${run}(${JSON.stringify(about)}, async (exports, require) => {\n${code}\n});\n`;
}
