import { expect, it } from "vitest";
import { ProgressLines } from "../../src/cli/progress-lines.js";

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
