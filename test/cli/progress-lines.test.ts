import { expect, it } from "vitest";
import { ProgressLines, type Timing } from "../../src/cli/progress-lines.js";

/** The little of a terminal that progress lines use; what is on the screen, line by line. */
class Terminal {
  readonly isTTY = true;
  readonly columns = 80;
  private lines = [""];
  private row = 0;
  private column = 0;

  write(text: string): boolean {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is a terminal
    for (const [part, up, command] of text.matchAll(/\x1b\[(\d+)([AJ])|[\s\S]/g)) {
      if (command === "A") this.row = Math.max(0, this.row - Number(up));
      else if (command === "J") this.lines.splice(this.row, this.lines.length, this.line().slice(0, this.column));
      else if (part === "\r") this.column = 0;
      else if (part === "\n") this.newLine();
      else {
        this.lines[this.row] = this.line().padEnd(this.column).slice(0, this.column) + part;
        this.column++;
      }
    }
    return true;
  }

  get screen(): string {
    return this.lines.join("\n");
  }

  private line(): string {
    return this.lines[this.row] ?? "";
  }

  private newLine(): void {
    this.row++;
    this.column = 0;
    this.lines[this.row] ??= "";
  }
}

it("nothing of the progress lines remains when Ctrl-C, which the terminal shows as ^C, ends the work", () => {
  const terminal = new Terminal();
  const progress = new ProgressLines(terminal as unknown as NodeJS.WriteStream);
  const about = { file: "m.aag", property: "p" };
  progress.event(about, "bmc", { what: "unrolling", figures: { depth: 12 } });
  progress.event(about, "ic3", { what: "frames", figures: { frame: 3 } });
  expect(terminal.screen).toContain("s bmc: unrolling, depth 12");
  terminal.write("^C");
  progress.clear();
  expect(terminal.screen).toBe("");
  terminal.write("m.aag: p unknown: cancelled\n");
  expect(terminal.screen).toBe("m.aag: p unknown: cancelled\n");
});

/** Time that goes on when the test says so. */
class VirtualTime implements Timing {
  private time = 0;
  private readonly due = new Map<object, { readonly ms: number; readonly call: () => void; at: number }>();

  now(): number {
    return this.time;
  }

  every(ms: number, call: () => void): () => void {
    const key = {};
    this.due.set(key, { ms, call, at: this.time + ms });
    return () => this.due.delete(key);
  }

  /** Up to that moment. */
  until(time: number): void {
    for (; this.time < time; this.time++)
      for (const timer of this.due.values())
        if (timer.at === this.time) {
          timer.call();
          timer.at += timer.ms;
        }
  }
}

function shownAtHalfASecond() {
  const [terminal, time] = [new Terminal(), new VirtualTime()];
  return { terminal, time, progress: new ProgressLines(terminal as unknown as NodeJS.WriteStream, time) };
}

it("within half a second it is shown which file is read, as long as that takes, and then no more", async () => {
  const { terminal, time, progress } = shownAtHalfASecond();
  await progress.during("file 2 of 5: reading cpu.sv", async () => {
    time.until(500);
    expect(terminal.screen).toBe("0.4s file 2 of 5: reading cpu.sv\n");
    time.until(2500);
    expect(terminal.screen).toBe("2.4s file 2 of 5: reading cpu.sv\n");
  });
  expect(terminal.screen).toBe("");
});

it("within half a second it is shown what is asked and what each engine does, also where that came too soon after another to be drawn", () => {
  const { terminal, time, progress } = shownAtHalfASecond();
  const about = { file: "m.ts", property: "p" };
  progress.asking("file 1 of 2, property 3 of 4: m.ts: p");
  time.until(90);
  progress.event(about, "explicit", { what: "states", figures: { states: 1000 } });
  progress.event(about, "bmc", { what: "unrolling", figures: { depth: 12 } });
  time.until(100);
  expect(terminal.screen).not.toContain("bmc");
  time.until(500);
  expect(terminal.screen.replace(/^[\d.]+s /gm, "")).toBe(
    "file 1 of 2, property 3 of 4: m.ts: p\nexplicit: states, states 1000\nbmc: unrolling, depth 12\n",
  );
});

it("lines are whole on a terminal that does not say how wide it is", async () => {
  const time = new VirtualTime();
  const terminal = Object.assign(new Terminal(), { columns: 0 });
  const progress = new ProgressLines(terminal as unknown as NodeJS.WriteStream, time);
  await progress.during("reading cpu.sv", async () => {
    time.until(500);
    expect(terminal.screen).toBe("0.4s reading cpu.sv\n");
  });
});
