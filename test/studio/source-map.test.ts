import ts from "typescript";
import { expect, test } from "vitest";
import { segmentsOf, writtenAt } from "../../studio/src/guest/source-map.js";

test("every name of a program is found where it was written", () => {
  const text = [
    "interface Gone { readonly a: number }",
    "type Also = Gone;",
    "",
    "export const first = 1 as number;",
    "function second(x: Gone): Also {",
    "  const third = (x satisfies Gone).a;",
    "  return { a: third } as Also;",
    "}",
    "export class Fourth { private fifth?: string; sixth() { return second({ a: first }); } }",
  ].join("\n");
  const { outputText, sourceMapText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, sourceMap: true },
  });
  const segments = segmentsOf((JSON.parse(sourceMapText!) as { mappings: string }).mappings);
  const place = (source: string, word: string) => {
    const lines = source.split("\n");
    const line = lines.findIndex((l) => new RegExp(`(const|function|class) ${word}|^ +${word}\\(`).test(l));
    return { line: line + 1, column: lines[line]!.indexOf(word) + 1 };
  };
  for (const word of ["second", "third", "Fourth", "sixth"])
    expect(writtenAt(segments, place(outputText, word)), word).toEqual(
      word === "sixth" ? { line: 9, column: text.split("\n")[8]!.indexOf("sixth") + 1 } : place(text, word),
    );
  expect(writtenAt(segments, { line: 99, column: 1 })).toBeNull();
});
