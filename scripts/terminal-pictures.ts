/**
 * Pictures of the terminal for the documents: commands are run as they are shown, and what they print becomes SVG.
 * `npm run docs:pictures` writes them; test/terminal-pictures.test.ts fails where the command prints something else by now. How long
 * something took is left out, since no two runs agree on it.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { forXml } from "../src/text/escape.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MAIN = join(ROOT, "dist/cli/main.js");

interface Picture {
  readonly files: Readonly<Record<string, string>>;
  /** After `fairlead`. */
  readonly args: readonly string[];
}

/** By the name of the file in docs/pictures. */
export const pictures: ReadonlyMap<string, Picture> = new Map([
  [
    "terminal-vacuous.svg",
    {
      files: {
        "bus.smv": `MODULE main
VAR busy : boolean; granted : boolean;
ASSIGN init(busy) := FALSE; next(busy) := busy;
       init(granted) := FALSE; next(granted) := busy;
FAIRNESS busy
LTLSPEC G (busy -> F granted)
INVARSPEC !granted
`,
      },
      args: ["check", "bus.smv", "--deterministic"],
    },
  ],
  [
    "terminal-why.svg",
    {
      files: {
        "lift.smv": `MODULE main
VAR floor : 0..2; door : {open, closed};
IVAR call : boolean; light : boolean;
ASSIGN init(floor) := 0; init(door) := closed;
       next(floor) := case door = open : floor; floor < 2 & call : floor + 1; TRUE : 0; esac;
       next(door) := case floor = 2 : open; TRUE : closed; esac;
FAIRNESS call
LTLSPEC G (call -> F door = open)
`,
      },
      args: ["check", "lift.smv", "--shortest", "--why", "--deterministic"],
    },
  ],
  [
    "terminal-fairness.svg",
    {
      files: {
        "lamp.mjs": `import { bool, int, system } from "fairlead/model";
export const s = system("lamp", { on: bool, n: int(0, 1) });
const { on, n } = s.vars;
s.process("switch", {}, { press: { when: on.not(), do: [on.set(true)] } });
s.process("clock", { fair: "weak" }, { tick: { do: [n.set(n.plus(1).mod(2))] } });
s.property("the lamp is switched on", "F on");
`,
      },
      args: ["check", "lamp.mjs", "--deterministic"],
    },
  ],
  [
    "terminal-simulate.svg",
    {
      files: {
        "lock.smv": `MODULE main
VAR stage : 0..3;
IVAR code : unsigned word[8];
ASSIGN init(stage) := 0; next(stage) := case stage < 3 & code = 0ud8_17 : stage + 1; TRUE : 0; esac;
`,
      },
      args: ["simulate", "lock.smv", "--towards", "stage = 3", "--steps", "100"],
    },
  ],
]);

/** What the terminal shows, as SVG. */
export function pictureOf({ files, args }: Picture): string {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-picture-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const env = { ...process.env, FORCE_COLOR: "1", NO_COLOR: undefined, CI: "true" };
    const { stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, env, encoding: "utf8" });
    const typed = args.map((a) => (/^[\w./-]+$/.test(a) ? a : `'${a}'`)).join(" ");
    return terminalSvg(`$ fairlead ${typed}\n${withoutTimes(stdout + stderr)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const withoutTimes = (text: string): string => text.replace(/, \d+\.\d\d s\)/g, ")").replace(/,? +\d+\.\d\d s/g, "");

const [ROW, LETTER, PAD] = [18, 7.83, 16];
const COLOURS: ReadonlyMap<string, string> = new Map([
  ["31", "#ff7b72"],
  ["32", "#7ee787"],
  ["33", "#e3b341"],
  ["36", "#76e3ea"],
]);

/** Text with the escape sequences of colours. */
function terminalSvg(text: string): string {
  const lines = text.trimEnd().split("\n");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they begin with
  const plain = lines.map((line) => line.replace(/\x1b\[\d+m/g, ""));
  const columns = plain.reduce((most, line) => Math.max(most, line.length), 60);
  const [width, height] = [Math.ceil(columns * LETTER + 2 * PAD), lines.length * ROW + 2 * PAD];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3" xml:space="preserve">`,
    `<title>${forXml(plain[0]!)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...lines.map((line, k) => `<text x="${PAD}" y="${PAD + k * ROW + 13}">${spans(line)}</text>`),
    "</svg>\n",
  ].join("\n");
}

/** A line in pieces of one look each. */
function spans(line: string): string {
  let [fill, opacity, weight] = ["", "", ""];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they begin with
  const pieces = line.split(/\x1b\[(\d+)m/);
  return pieces
    .map((piece, k) => {
      if (k % 2 === 0) return piece === "" ? "" : `<tspan${fill}${opacity}${weight}>${forXml(piece)}</tspan>`;
      if (COLOURS.has(piece)) fill = ` fill="${COLOURS.get(piece)}"`;
      if (piece === "39") fill = "";
      if (piece === "2") opacity = ' opacity="0.6"';
      if (piece === "1") weight = ' font-weight="bold"';
      if (piece === "22") [opacity, weight] = ["", ""];
      return "";
    })
    .join("");
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const [name, picture] of pictures) writeFileSync(join(ROOT, "docs/pictures", name), pictureOf(picture));
