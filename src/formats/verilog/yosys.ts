import { InputError } from "../text.js";

/** Files by name; folders are nested. */
export type FileTree = { [name: string]: FileTree | string | Uint8Array };

/** The part of the package `@yowasp/yosys` that is used here. */
export type RunYosys = (
  args: string[],
  files: FileTree,
  options: {
    readonly stdout: null | (() => void);
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

/** Runs a script over files; errors of the script are errors in the files. */
export async function synthesize(
  run: RunYosys,
  script: string,
  files: Readonly<Record<string, string>>,
): Promise<FileTree> {
  let messages = "";
  const decoder = new TextDecoder();
  const options = {
    stdout: () => {},
    stderr: (bytes: Uint8Array | null) => {
      if (bytes !== null) messages += decoder.decode(bytes, { stream: true });
    },
    decodeASCII: true,
  };
  try {
    const out = await run(["-q", "-p", script], { ...files }, options);
    if (out !== undefined) return out;
  } catch (e) {
    throw yosysError(messages) ?? e;
  }
  throw yosysError(messages) ?? new Error("Yosys ended without a result");
}

/** `in.sv:3: ERROR: …` or `ERROR: …`. */
function yosysError(messages: string): InputError | null {
  const match = /^(?:(.*?):(\d+): )?ERROR: (.*(?:\n(?!\S+:\d+:|ERROR).*)*)/m.exec(messages);
  if (match === null) return null;
  const problem = match[3]!.trim().replace(/\s*\n\s*/g, " ");
  const at = match[2] === undefined ? null : { line: Number(match[2]), column: 1 };
  return new InputError("verilog-syntax", problem, at, match[1] ?? "");
}
