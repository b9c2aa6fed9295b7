import { InputError } from "../../text/input-error.js";
import { recordOf } from "../../text/record.js";

/** Files by name, without a prototype; folders are nested. */
export type FileTree = { [name: string]: FileTree | string | Uint8Array };

/** The part of the package `@yowasp/yosys` that is used here. */
export type RunYosys = (
  args: string[],
  files: FileTree,
  options: {
    readonly stdout: (bytes: Uint8Array | null) => void;
    readonly stderr: (bytes: Uint8Array | null) => void;
    readonly decodeASCII: boolean;
  },
) => Promise<FileTree | undefined> | FileTree | undefined;

/** Loads Yosys, compiled to WebAssembly: an optional package of some 38 MB, wanted only by who reads Verilog. */
export async function loadYosys(name = "@yowasp/yosys"): Promise<RunYosys> {
  try {
    const module = (await import(/* @vite-ignore */ name)) as { readonly runYosys: RunYosys };
    return module.runYosys;
  } catch {
    throw new InputError("verilog-yosys", `Verilog is read with Yosys, which is not installed: npm install ${name}`);
  }
}

/** What a script writes: to files, and to its standard output. Time to write a file grows with the square of its size. */
export interface Synthesized {
  readonly files: FileTree;
  readonly output: string;
  readonly warnings: readonly SynthesisWarning[];
}

export interface SynthesisWarning {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Runs a script over files; errors of the script are errors in the files. */
export async function synthesize(run: RunYosys, script: string, files: FileTree): Promise<Synthesized> {
  const output = new Text();
  const errors = new Text();
  const options = {
    stdout: (bytes: Uint8Array | null) => output.add(bytes),
    stderr: (bytes: Uint8Array | null) => errors.add(bytes),
    decodeASCII: true,
  };
  const messages = (): string => errors.toString();
  try {
    const out = await run(["-q", "-p", script], files, options);
    if (out !== undefined) {
      return { files: out, output: output.toString(), warnings: warningsOf(messages()) };
    }
  } catch (e) {
    throw yosysError(messages()) ?? (isTooDeep(e) ? new InputError("verilog-deep", "it nests too deeply") : e);
  }
  throw yosysError(messages()) ?? new Error("Yosys ended without a result");
}

/** Its stack, the machine's or the one that it was compiled with, is not enough. */
const isTooDeep = (e: unknown): boolean =>
  e instanceof RangeError || (e instanceof Error && /memory access out of bounds/.test(e.message));

/** Files by names that are ours: never one that a user or a text chose. */
export function fileTree(files: Iterable<readonly [string, string]>): FileTree {
  return recordOf(files);
}

/** Text that comes in many small pieces. */
class Text {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;

  add(piece: Uint8Array | null): void {
    if (piece === null) return;
    if (this.length + piece.length > this.bytes.length) {
      const larger = new Uint8Array(2 * (this.length + piece.length));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.set(piece, this.length);
    this.length += piece.length;
  }

  toString(): string {
    return new TextDecoder().decode(this.bytes.subarray(0, this.length));
  }
}

/** `in.sv:3: Warning: …` or `Warning: …`, each once, with the lines that explain it. */
function warningsOf(messages: string): SynthesisWarning[] {
  const found = [...messages.matchAll(/^(?:(.*?):(\d+): )?Warning: (.*(?:\n {4}.*)*)$/gm)].map(
    ([all, file, line, text]) => {
      return [all, { file: file ?? "", line: Number(line ?? 1), text: text! }] as const;
    },
  );
  return [...new Map(found).values()];
}

/** `in.sv:3: ERROR: …` or `ERROR: …`. */
function yosysError(messages: string): InputError | null {
  const match = /^(?:(.*?):(\d+): )?ERROR: (.*(?:\n(?!\S+:\d+:|ERROR).*)*)/m.exec(messages);
  if (match === null) return null;
  const said = match[3]!.trim().replace(/\s*\n\s*/g, " ");
  const hint = /constant init value/.test(said)
    ? ": first values that depend on inputs are read with --dialect vis"
    : "";
  const problem = `${said}${hint}`;
  const at = Number(match[2] ?? 0) === 0 ? null : { line: Number(match[2]), column: 1 };
  return new InputError("verilog-syntax", problem, at, match[1] ?? "");
}
