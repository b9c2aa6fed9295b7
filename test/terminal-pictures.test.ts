import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pictureOf, pictures } from "../scripts/terminal-pictures.js";

it.each([...pictures])(
  "docs/pictures/%s shows what the command prints (npm run docs:pictures writes it)",
  (name, picture) => {
    const shown = readFileSync(new URL(`../docs/pictures/${name}`, import.meta.url), "utf8");
    expect(shown).toBe(pictureOf(picture));
  },
);
