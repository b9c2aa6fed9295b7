import { InputError } from "fairlead";
import { PATH } from "./path.js";

/** A program as the body of a function, and where its lines were written. */
export interface Script {
  readonly code: string;
  /** Of a source map. */
  readonly mappings: string;
}

/** Takes the types away and makes imports calls of `require`. The compiler is loaded when a program is run. */
export async function scriptOf(file: string, text: string): Promise<Script> {
  const { default: ts } = await import("typescript");
  const made = ts.transpileModule(text, {
    fileName: PATH,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, sourceMap: true },
  });
  const wrong = made.diagnostics?.[0];
  if (wrong !== undefined) {
    const before = text.slice(0, wrong.start ?? 0).split("\n");
    const at = { line: before.length, column: before.at(-1)!.length + 1 };
    const message = ts.flattenDiagnosticMessageText(wrong.messageText, " ");
    throw new InputError("model-file", `SyntaxError: ${message}`, at, file);
  }
  const { mappings } = JSON.parse(made.sourceMapText ?? '{"mappings":""}') as { readonly mappings: string };
  return { code: made.outputText.replace(/\/\/# sourceMappingURL=.*/, ""), mappings };
}
