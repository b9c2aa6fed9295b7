import { describe, expect, it } from "vitest";
import { parts, reached, regenerated, roomImports, trustedBase } from "../scripts/generated-docs.js";

describe("what documents say of the code", () => {
  it.each(Object.keys(parts))("%s: is up to date (npm run docs:generate writes it)", (name) => {
    const { is, shouldBe } = regenerated(name);
    expect(is).toBe(shouldBe);
  });
});

describe("the rooms of src/", () => {
  it("import each other without cycles", () => {
    const imports = roomImports();
    expect(imports.size).toBeGreaterThan(20);
    expect([...imports.keys()].filter((room) => reached(imports, room).has(room))).toEqual([]);
  });
});

describe("the trusted base", () => {
  it("has at most 2,500 lines of checkers, and needs no engine, transformation or format", () => {
    const lines = trustedBase();
    expect(lines.get("checkers")).toBeLessThanOrEqual(2500);
    const allowed = ["checkers", "evidence", "formula", "limits", "logic", "model", "solvers", "text"];
    expect([...lines.keys()].filter((room) => !allowed.includes(room))).toEqual([]);
  });
});
