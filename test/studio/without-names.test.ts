import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { withoutNames } from "../../studio/without-names.js";

describe("a kernel for the page", () => {
  test.each(["bdd", "sat"])("%s has no names, and imports and exports what it did", (kernel) => {
    const given = readFileSync(`wasm/${kernel}.wasm`);
    const [before, after] = [given, withoutNames(given)].map((bytes) => new WebAssembly.Module(new Uint8Array(bytes)));
    expect(WebAssembly.Module.customSections(before!, "name")).toHaveLength(1);
    expect(WebAssembly.Module.customSections(after!, "name")).toHaveLength(0);
    expect(WebAssembly.Module.exports(after!)).toEqual(WebAssembly.Module.exports(before!));
    expect(WebAssembly.Module.imports(after!)).toEqual(WebAssembly.Module.imports(before!));
  });
});
