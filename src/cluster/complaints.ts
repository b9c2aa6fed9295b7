import { type QueueAddress, withoutSecrets } from "./queue-url.js";

/** The same complaint is made once in so long. */
const AGAIN_MS = 30_000;

/** What goes wrong with connections that are made again by themselves: said without secrets, and not again and again. */
export class Complaints {
  private readonly made = new Map<string, number>();

  constructor(
    private readonly address: QueueAddress,
    private readonly say: (line: string) => void,
  ) {}

  about(e: Error): void {
    const line = withoutSecrets(`${this.address.shown}: ${e.message || e.name}`, this.address);
    const now = performance.now();
    if (now - (this.made.get(line) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    this.made.set(line, now);
    this.say(line);
  }
}
