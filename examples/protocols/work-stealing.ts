// A deque for work stealing (Arora, Blumofe and Plaxton, without its tags): the owner takes tasks from the bottom, thieves
// take them from the top, and whoever wants the last one must win it by compare-and-swap on `top`. In the broken version
// the owner takes it without asking.
import { array, atomic, branch, goto, type IntExpr, int, label, loop, system, waitFor } from "fairlead/model";

const [TASKS, THIEVES] = [3, 2];

function deque(name: string, isBroken: boolean) {
  const s = system(
    name,
    { top: int(0, TASKS), bottom: int(-1, TASKS).init(TASKS), taken: array(TASKS, int(0, 3)) },
    { deadlock: "stutter" },
  );
  const { top, bottom, taken } = s.vars;
  const take = (task: IntExpr) => taken.at(task).set(taken.at(task).plus(1));
  s.process("owner", { fair: "weak", locals: { b: int(-1, TASKS), t: int(0, TASKS) } }, (me) => [
    loop(
      label("pop", me.b.set(bottom.minus(1).max(-1))),
      bottom.set(me.b),
      me.t.set(top),
      branch(me.t.gt(me.b), [goto("empty")]),
      branch(
        me.t.lt(me.b),
        [label("take", take(me.b))],
        [
          label("last", isBroken ? take(me.b) : atomic(branch(top.is(me.t), [top.set(me.t.plus(1)), take(me.b)]))),
          goto("empty"),
        ],
      ),
    ),
    label("empty", bottom.set(top)),
  ]);
  s.family("thief", { count: THIEVES, fair: "weak", locals: { b: int(-1, TASKS), t: int(0, TASKS) } }, (me) => [
    loop(
      label("look", me.t.set(top)),
      me.b.set(bottom),
      branch(me.t.ge(me.b), [goto("empty")]),
      label("steal", atomic(branch(top.is(me.t), [top.set(me.t.plus(1)), take(me.t)]))),
    ),
    label("empty", waitFor(top.ge(0))),
  ]);
  return s
    .proposition(
      "twice",
      taken.some((n) => n.gt(1)),
    )
    .proposition(
      "done",
      taken.every((n) => n.ge(1)),
    )
    .property("no task is taken twice", "G !twice")
    .property("every task is taken", "F done");
}

export const good = deque("work-stealing", false);
export const broken = deque("work-stealing-broken", true);
