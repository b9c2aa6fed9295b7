import type { Bdd, BddManager } from "../solvers/bdd/manager.js";
import type { Substitution } from "../solvers/bdd/substitution.js";
import type { Variables } from "./bdd-variables.js";
import type { Scope } from "./state-sets.js";

/** What a system's steps are made of. Functions are protected by whoever owns it. */
export interface StepFunctions {
  readonly manager: BddManager;
  readonly variables: Variables;
  /** By latch: its next value, a function of present values and inputs. */
  readonly nextFunctions: readonly Bdd[];
  readonly constraints: readonly Bdd[];
}

/**
 * Which inputs lead where. A *move* is a state and values of all inputs; a set of moves is a function of present values and
 * inputs, and lives in the scope like a set of states.
 */
export class Steering implements Disposable {
  private readonly manager: BddManager;
  private readonly successor: Substitution;
  private readonly inputVariables: readonly number[];

  constructor(private readonly functions: StepFunctions) {
    const { manager, variables, nextFunctions } = functions;
    this.manager = manager;
    this.successor = manager.substitution(nextFunctions.map((f, i) => [variables.present[i]!, f] as const));
    this.inputVariables = [...new Set(variables.ofInput.map(({ variable }) => variable))];
  }

  /** Moves from a set into another that constraints allow. */
  moves(scope: Scope<Bdd>, from: Bdd, to: Bdd): Bdd {
    const { manager } = this;
    using s = scope.open();
    const allowed = this.functions.constraints.reduce((moves, c) => s.and(moves, c), from);
    return s.keep(s.and(allowed, s.hold(manager.vectorCompose(to, this.successor))));
  }

  /** For each input the states in which it is to be 1: in every state of the set, where there is one, one of the moves is taken. */
  choices(scope: Scope<Bdd>, moves: Bdd, from: Bdd): Bdd[] {
    const { manager } = this;
    using s = scope.open();
    using left = s.cell(moves);
    const chosen = new Map<number, Bdd>();
    for (const [k, v] of this.inputVariables.entries()) {
      using turn = s.open();
      const later = turn.hold(manager.cube(this.inputVariables.slice(k + 1)));
      const some = turn.hold(manager.exists(left.value, later));
      const one = turn.hold(manager.cofactor(some, turn.hold(manager.literal(v, true))));
      const zero = turn.hold(manager.cofactor(some, turn.hold(manager.literal(v, false))));
      const must = turn.and(turn.minus(one, zero), from);
      const may = turn.or(one, turn.minus(manager.true, from));
      const choice = s.hold(manager.squeeze(must, may));
      left.value = turn.hold(manager.compose(left.value, v, choice));
      chosen.set(v, choice);
    }
    return this.functions.variables.ofInput.map(({ variable, negated }) => {
      const choice = chosen.get(variable)!;
      return s.keep(negated ? s.minus(manager.true, choice) : choice);
    });
  }

  [Symbol.dispose](): void {
    this.successor[Symbol.dispose]();
  }
}
