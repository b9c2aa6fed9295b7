import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromLink, toLink } from "../../studio/src/project/link.js";
import { EMPTY, type Project, VIEWS } from "../../studio/src/project/project.js";

const projects: fc.Arbitrary<Project> = fc.record({
  file: fc.string({ maxLength: 200, unit: "grapheme" }).map((name) => name.slice(0, 200)),
  text: fc.string({ unit: "grapheme", maxLength: 2000 }),
  questions: fc.array(fc.record({ logic: fc.constantFrom("ltl", "ctl"), text: fc.string() })),
  engine: fc.string(),
  seconds: fc.integer({ min: 1, max: 86_400 }),
  megabytes: fc.integer({ min: 16, max: 65_536 }),
  off: fc.array(fc.nat()),
  skipped: fc.array(fc.nat()),
  property: fc.nat(),
  view: fc.constantFrom(...VIEWS),
  algorithms: fc.array(fc.string({ maxLength: 50 }), { minLength: 1, maxLength: 2 }),
  moment: fc.nat(),
});

test("a link says the whole project, in letters that addresses may have", async () => {
  await fc.assert(
    fc.asyncProperty(projects, async (project) => {
      const link = await toLink(project);
      expect(link).toMatch(/^[\w-]+$/);
      expect(await fromLink(link)).toEqual(project);
    }),
  );
});

test("what is no link is none, whatever it says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      expect(await fromLink(text)).toBeNull();
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.base64String(), async (text) => {
      const read = await fromLink(`1${text}`);
      expect(read === null || typeof read.text === "string").toBe(true);
    }),
  );
});

test("fields that make no sense get the values of an empty project", async () => {
  const strange = {
    ...EMPTY,
    text: "x",
    engine: 7,
    seconds: -1,
    megabytes: 1e9,
    off: ["a", -1, 2],
    view: "__proto__",
    algorithms: ["a", 1],
    moment: -2,
  };
  expect(await fromLink(await toLink(strange as unknown as Project))).toEqual({ ...EMPTY, text: "x", off: [2] });
});

test("a small link that unpacks to a lot is refused", async () => {
  expect(await fromLink(await toLink({ ...EMPTY, text: "a".repeat(10_000_000) }))).toBeNull();
});

test("links that another way of deflating wrote are read", async () => {
  const link = deflateRawSync(JSON.stringify({ ...EMPTY, text: "x" }), { level: 1 }).toString("base64url");
  expect(await fromLink(`1${link}`)).toEqual({ ...EMPTY, text: "x" });
});
