import { describe, expectTypeOf, it } from "vitest";
import {
  array,
  type BoolExpr,
  bool,
  check,
  cond,
  type EnumExpr,
  type IntExpr,
  int,
  oneOf,
  system,
} from "../../src/program.js";

const s = system("types", {
  door: oneOf("open", "closed"),
  floor: int(0, 3),
  isMoving: bool,
  calls: array(4, bool),
  lamps: array(2, oneOf("on", "off")),
});
const { door, floor, isMoving, calls, lamps } = s.vars;

describe("the types of a system", () => {
  it("know the variables and their values", () => {
    expectTypeOf(door.is).parameter(0).extract<string>().toEqualTypeOf<"open" | "closed">();
    expectTypeOf(floor.plus(1)).toEqualTypeOf<IntExpr>();
    expectTypeOf(isMoving.not()).toEqualTypeOf<BoolExpr>();
    expectTypeOf(lamps.at(0).set).parameter(0).extract<string>().toEqualTypeOf<"on" | "off">();
    expectTypeOf(calls.at(floor).is(true)).toEqualTypeOf<BoolExpr>();
    expectTypeOf(cond(isMoving, 1, floor)).toEqualTypeOf<IntExpr>();
    expectTypeOf(cond(isMoving, "open", door)).toEqualTypeOf<EnumExpr<"open" | "closed">>();
    door.set(cond(isMoving, "closed", "open"));
  });

  it("give functions the state with its own types", () => {
    s.proposition("called", (state) => {
      expectTypeOf(state.door).toEqualTypeOf<"open" | "closed">();
      expectTypeOf(state.calls).toEqualTypeOf<readonly boolean[]>();
      return state.calls.some((c) => c) && state.floor < 2;
    });
    s.process(
      "lift",
      { fair: "weak" },
      {
        move: {
          when: (state) => !state.isMoving,
          do: (state, choose) => {
            expectTypeOf(state.lamps).toEqualTypeOf<("on" | "off")[]>();
            state.door = choose(["open", "closed"]);
          },
        },
      },
    );
  });

  it("make a compile error of a wrong name or value", () => {
    const wrong = (): void => {
      // @ts-expect-error a variable that does not exist
      s.vars.window;
      // @ts-expect-error a value that is not in the domain
      door.is("ajar");
      // @ts-expect-error a value that is not in the domain
      door.set("ajar");
      // @ts-expect-error an integer is not a name
      door.is(1);
      // @ts-expect-error a name of another variable
      door.is(lamps.at(0));
      // @ts-expect-error a Boolean is not a number
      floor.plus(isMoving);
      // @ts-expect-error an integer is no condition
      s.proposition("p", floor);
      // @ts-expect-error an expression cannot be set
      floor.plus(1).set(2);
      // @ts-expect-error an initial value that is not in the domain
      oneOf("a", "b").init("c");
      // @ts-expect-error a kind of fairness that does not exist
      s.process("p", { fair: "perfect" }, {});
      // @ts-expect-error functions may only look
      s.proposition("q", (state) => state.calls.push(true) > 0);
      // @ts-expect-error effects know the domain
      s.process("p", {}, { x: { do: (state) => state.lamps.fill("ajar") } });
      // @ts-expect-error a choice of names that are not in the domain
      door.set(cond(isMoving, "closed", "ajar"));
      // @ts-expect-error both sides of a choice have one type
      cond(isMoving, 1, true);
      // @ts-expect-error deadlock is one of three words
      system("x", {}, { deadlock: "ignore" });
      // @ts-expect-error a formula is a text, or says which logic
      void check(s, { ltl2: "true" });
    };
    expectTypeOf(wrong).returns.toBeVoid();
  });
});
