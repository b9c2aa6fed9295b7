import { describe, expect, it } from "vitest";
import { type Compared, cactusSvg, comparisonCsv, ranking, rankingText } from "../../src/present/comparison.js";

const row = (property: string, engine: string, answer: string, seconds: number, evidence = "checked"): Compared => ({
  file: "m.smv",
  property,
  engine,
  answer,
  seconds,
  evidence,
});
const ROWS = [
  row("p", "slow", "holds", 3),
  row("p", "quick", "holds", 0.5, "none"),
  row("p", "lost", "unknown", 60, "time"),
  row("q", "slow", "fails", 2),
  row("q", "quick", "fails", 0.25),
  row("r", "slow", "holds", 9),
  row("r", "quick", "unknown", 60, "time"),
];

describe("a comparison of engines", () => {
  it("ranks by answers, then by the time for them; what was not answered costs nothing but the rank", () => {
    expect(ranking(ROWS)).toEqual([
      { engine: "slow", answered: 3, checked: 3, first: 1, seconds: 14 },
      { engine: "quick", answered: 2, checked: 1, first: 2, seconds: 0.75 },
      { engine: "lost", answered: 0, checked: 0, first: 0, seconds: 0 },
    ]);
    expect(rankingText(ROWS).split("\n")[1]).toBe("1  slow          3        3      1    14.00");
  });

  it("is written as CSV, with quotes where a name has commas, quotes or line breaks", () => {
    const [head, line] = comparisonCsv([row('a, "b"\n', "x", "holds", 1)]).split(/\r\n(?=m\.smv|$)/);
    expect(head).toBe("file,property,engine,answer,evidence,seconds");
    expect(line).toBe('m.smv,"a, ""b""\n",x,holds,checked,1');
  });

  it("is drawn with a curve for each engine, a point for each answer, and names escaped", () => {
    const svg = cactusSvg([...ROWS, row("p", "<b>&", "holds", 1)]);
    expect(svg.match(/<polyline/g)).toHaveLength(4);
    expect(svg.match(/<circle/g)).toHaveLength(6);
    expect(svg).toContain("&lt;b&gt;&amp; (1)");
    expect(svg).not.toContain("<b>");
  });
});
