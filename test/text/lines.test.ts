import { expect, it } from "vitest";
import { linesIn } from "../../src/text/lines.js";

it.each(["", "\n", "a", "a\n", "a\n\nb", "\r\n\r\nx\r\n"])("lines are those that a split gives: %j", (text) => {
  expect([...linesIn(text)]).toEqual(text.split("\n"));
});
