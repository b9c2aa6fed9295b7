import { describe, expect, it } from "vitest";
import { readBlif } from "../../../src/formats/blif/to-design.js";
import { Random } from "../../../src/logic/random.js";
import { allValues } from "../all-values.js";

interface Variable {
  readonly name: string;
  readonly values: readonly string[];
}

/** What a row says of a variable: its text, and the codes that it allows; `=name` allows what the input is. */
type Cell = { readonly text: string } & ({ readonly codes: readonly number[] } | { readonly same: number });

const INPUTS: readonly Variable[] = [
  { name: "a", values: ["0", "1"] },
  { name: "b", values: ["RED", "GREEN", "BLUE"] },
];
const OUTPUTS: readonly Variable[] = [
  { name: "x", values: ["RED", "GREEN", "BLUE"] },
  { name: "y", values: ["0", "1"] },
];

const codesOf = ({ values }: Variable): number[] => values.map((_, i) => i);

function cellOf(random: Random, variable: Variable, isOutput: boolean): Cell {
  const all = codesOf(variable);
  const one = random.below(all.length);
  const same = INPUTS.findIndex((i) => i.values.length === variable.values.length);
  switch (random.below(isOutput ? 6 : 5)) {
    case 0:
      return { text: "-", codes: all };
    case 1:
      return { text: `!${variable.values[one]}`, codes: all.filter((c) => c !== one) };
    case 2: {
      const codes = all.filter((c) => c === one || random.below(2) === 0);
      return { text: `(${codes.map((c) => variable.values[c]).join(",")})`, codes };
    }
    case 5:
      return { text: `=${INPUTS[same]!.name}`, same };
    default:
      return { text: variable.values[one]!, codes: [one] };
  }
}

/** The definition: any row that fits may be taken, and any values that it allows; the default where none fits. */
function allowed(rows: readonly (readonly Cell[])[], fallback: readonly Cell[] | null): Set<string> {
  const found = new Set<string>();
  for (const a of codesOf(INPUTS[0]!))
    for (const b of codesOf(INPUTS[1]!)) {
      const given = [a, b];
      const fits = rows.filter((row) => given.every((v, i) => "codes" in row[i]! && row[i].codes.includes(v)));
      const lines = fits.length > 0 ? fits.map((row) => row.slice(2)) : [fallback!];
      for (const [x, y] of lines) {
        const values = (cell: Cell): readonly number[] => ("codes" in cell ? cell.codes : [given[cell.same]!]);
        for (const i of values(x!)) for (const j of values(y!)) found.add([a, b, i, j].join());
      }
    }
  return found;
}

describe("tables of BLIF-MV", () => {
  it("allow exactly the values that their rows and defaults say", () => {
    const random = new Random(1);
    for (let run = 0; run < 150; run++) {
      const rows = Array.from({ length: random.below(4) }, () => [
        ...INPUTS.map((v) => cellOf(random, v, false)),
        ...OUTPUTS.map((v) => cellOf(random, v, true)),
      ]);
      const fallback = OUTPUTS.map((v) => cellOf(random, v, true));
      const text = [
        ".model m",
        ".inputs a b",
        ".outputs x y",
        ".mv b, x 3 RED GREEN BLUE",
        ".table a b -> x y",
        `.default ${fallback.map((c) => c.text).join(" ")}`,
        ...rows.map((row) => row.map((c) => c.text).join(" ")),
        ".end",
      ].join("\n");
      const { model } = readBlif(text);
      const bits = ["a", "b", "x", "y"].map((name) => model.signals.find((s) => s.name === name)!.bits);
      expect([...allValues(model, bits)].sort(), text).toEqual([...allowed(rows, fallback)].sort());
    }
  });

  it("shows values by their names", () => {
    const { model } = readBlif(".model m\n.inputs c\n.outputs c\n.mv c 3 RED GREEN BLUE\n.end\n");
    expect(model.signals).toMatchObject([{ name: "c", type: { kind: "enum", values: ["RED", "GREEN", "BLUE"] } }]);
  });

  it.each([
    [
      "without a row for some input",
      ".inputs a\n.outputs x\n.table a x\n1 1",
      /4:1: no row fits a=0, and there is no default/,
    ],
    ["without any row", ".outputs x\n.table x", /3:1: the table has no row, and there is no default/],
  ])("are refused %s", (_, body, message) => {
    expect(() => readBlif(`.model m\n${body}\n.end\n`)).toThrow(message);
  });
});
