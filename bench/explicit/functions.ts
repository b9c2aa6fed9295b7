import { array, record } from "../../src/program/compound.js";
import { bool, int } from "../../src/program/domain.js";
import { explore } from "../../src/program/explore.js";
import type { Program } from "../../src/program/program.js";
import { ProgramSpace } from "../../src/program/space.js";
import { system } from "../../src/program/system.js";

/** All states of systems whose guards and effects are functions: CPU seconds, the first system's also where it is written in expressions. */
export function functionSteps(quick: boolean): unknown {
  const n = quick ? 8 : 20;
  const rows: Record<string, Record<string, number>> = {};
  const systems = { scalars: scalars(n), expressions: expressions(n), arrays: arrays(quick ? 6 : 9) };
  for (const [name, program] of Object.entries(systems)) rows[name] = visited(program);
  console.table(rows);
  return rows;
}

function visited(program: Program): Record<string, number> {
  const before = process.cpuUsage();
  const space = new ProgramSpace(program, { fairness: false });
  const search = explore(space, space, {});
  let step = search.next();
  while (!step.done) step = search.next();
  const { user, system } = process.cpuUsage(before);
  const { states, transitions } = step.value.figures;
  return { states, transitions, s: Number(((user + system) / 1e6).toFixed(2)) };
}

const DOMAINS = { c: bool, d: int(0, 9), e: int(0, 9), f: int(0, 3) };

/** Six scalar variables, eight steps. */
function scalars(n: number): Program {
  const s = system("scalars", { a: int(0, n), b: int(0, n), ...DOMAINS }, { deadlock: "stutter" });
  for (const [k, v] of (["a", "b", "d", "e"] as const).entries()) {
    const most = k < 2 ? n : 9;
    s.process(
      `p${k}`,
      { fair: "weak" },
      {
        up: {
          when: (x) => x[v] < most,
          do: (x) => {
            x[v]++;
            x.c = !x.c;
          },
        },
        down: {
          when: (x) => x[v] > 0 && x.c,
          do: (x) => {
            x[v] = 0;
          },
        },
      },
    );
  }
  return s;
}

function expressions(n: number): Program {
  const s = system("expressions", { a: int(0, n), b: int(0, n), ...DOMAINS }, { deadlock: "stutter" });
  const { a, b, c, d, e } = s.vars;
  for (const [k, x] of [a, b, d, e].entries())
    s.process(
      `p${k}`,
      { fair: "weak" },
      {
        up: { when: x.lt(k < 2 ? n : 9), do: [x.set(x.plus(1)), c.set(c.not())] },
        down: { when: x.gt(0).and(c), do: [x.set(0)] },
      },
    );
  return s;
}

/** Philosophers with two arrays and a record, three steps each. */
function arrays(n: number): Program {
  const s = system(
    "arrays",
    { at: array(n, int(0, 3)), fork: array(n, bool), net: record({ x: int(0, 3), y: bool }) },
    { deadlock: "stutter" },
  );
  for (let i = 0; i < n; i++) {
    const right = (i + 1) % n;
    s.process(
      `p${i}`,
      { fair: "weak" },
      {
        left: {
          when: (x) => x.at[i] === 0 && !x.fork[i],
          do: (x) => {
            x.fork[i] = true;
            x.at[i] = 1;
          },
        },
        right: {
          when: (x) => x.at[i] === 1 && !x.fork[right],
          do: (x) => {
            x.fork[right] = true;
            x.at[i] = 2;
            x.net.x = i % 4;
          },
        },
        done: {
          when: (x) => x.at[i] === 2,
          do: (x) => {
            x.fork[i] = false;
            x.fork[right] = false;
            x.at[i] = 0;
          },
        },
      },
    );
  }
  return s;
}
