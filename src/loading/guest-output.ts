import { StringDecoder } from "node:string_decoder";
import { forMessage } from "../text/escape.js";

const MAX_LINES = 100;
const MAX_LINE = 500;
/** What V8 writes when it gives up. */
const FATAL = /^<--- Last few GCs|^FATAL ERROR:/;

/** What a program prints, line by line: a program that prints for ever is heard for some lines only. */
export class GuestOutput {
  /** What it prints was shown before. */
  isMuted = false;
  private shown = 0;

  constructor(private readonly say: (line: string) => void) {}

  stream(): GuestStream {
    return new GuestStream((line) => {
      if (this.isMuted || this.shown > MAX_LINES) return;
      this.say(this.shown++ < MAX_LINES ? line : "… (more is left out)");
    });
  }
}

class GuestStream {
  /** The process ran out of memory, by what it says itself. */
  isOutOfMemory = false;
  private readonly decoder = new StringDecoder("utf8");
  private line = "";
  private isFatal = false;

  constructor(private readonly show: (line: string) => void) {}

  push(bytes: Uint8Array): void {
    const [first = "", ...others] = this.decoder.write(Buffer.from(bytes)).split("\n");
    this.append(first);
    for (const next of others) {
      this.end();
      this.append(next);
    }
  }

  /** The last line may lack its end. */
  close(): void {
    this.append(this.decoder.end());
    if (this.line !== "") this.end();
  }

  private append(text: string): void {
    if (this.line.length <= MAX_LINE) this.line += text.slice(0, MAX_LINE + 1 - this.line.length);
  }

  private end(): void {
    const { line } = this;
    this.line = "";
    this.isFatal ||= FATAL.test(line);
    this.isOutOfMemory ||= this.isFatal && /heap out of memory|Allocation failed/.test(line);
    if (!this.isFatal && line.trim() !== "")
      this.show(forMessage(line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
  }
}
