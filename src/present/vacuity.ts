import type { NoBehaviour, Part, Remark, Vacuity } from "../evidence/vacuity.js";
import { valueText } from "../evidence/value.js";
import type { Model } from "../model/model.js";
import { readsInputs } from "../model/reads-inputs.js";
import { Simulator } from "../model/simulate.js";

/** What a user should know about a property that holds, a sentence each. Remarks on the model are told apart. */
export function vacuityNotes(vacuity: Vacuity<unknown>): string[] {
  const { noBehaviour, isTautology, parts, answer, notNeeded = [] } = vacuity;
  return [
    ...(noBehaviour === undefined ? [] : [`vacuous: ${missingText(noBehaviour)}`]),
    ...(isTautology ? ["vacuous: the formula holds in every model"] : []),
    ...parts.filter((p) => p.isVacuous).map((p) => `vacuous: ${partText(p)}`),
    ...(answer === "undecided" ? [undecidedText(parts)] : []),
    ...(notNeeded.length > 0 ? [`not needed by this proof: ${listed(notNeeded)}`] : []),
  ];
}

function missingText({ missing, demands, isMinimal }: NoBehaviour): string {
  const what = `there is no ${missing}`;
  if (demands.length === 0) return `${what}, whatever is assumed`;
  const because = `${what} because of ${listed(demands)}`;
  if (!isMinimal) return `${because}, not all of which may be needed for that`;
  // What is left when these are left out may have no behaviour either.
  return demands.length === 1 ? `${because} by itself` : `${because} together, and of no fewer of these`;
}

/** A stronger formula holds too: the one with the part's constant. */
const partText = ({ text, stronger }: Part<unknown>): string =>
  `it holds whatever '${text}' says${stronger === undefined ? "" : `, since '${stronger}' holds`}`;

function undecidedText(parts: readonly Part<unknown>[]): string {
  const open = parts.filter((p) => p.isVacuous === null).map((p) => `'${p.text}'`);
  return `vacuity not decided${open.length === 0 ? "" : `: whether ${listed(open)} matters`}`;
}

const MOST = 5;

function listed(names: readonly string[]): string {
  const rest = names.length - MOST;
  return rest > 0 ? `${names.slice(0, MOST).join(", ")} and ${rest} more` : names.join(", ");
}

export function remarkText(model: Model, remark: Remark): string {
  if (remark.kind === "dead starts")
    return `no fair behaviour starts in ${remark.count} of ${remark.all} first states (told apart by what matters)`;
  const after = `after ${remark.steps} ${remark.steps === 1 ? "step" : "steps"}`;
  const state = stateText(model, remark.state);
  return `dead end: ${after} a run can reach ${state}, where the constraints allow no further step`;
}

/** Signals that the state alone determines. */
function stateText(model: Model, latches: Uint8Array): string {
  const signals = model.signals.filter((s) => s.bits.length > 0 && !readsInputs(model, s.bits));
  const states = signals.filter((s) => s.kind === "latch" || s.isState);
  const simulator = new Simulator(model, { watch: signals.flatMap((s) => s.bits), latches: [] });
  simulator.load({ latches, inputs: new Uint8Array(model.inputs.length) });
  simulator.evaluate();
  const texts = (states.length > 0 ? states : signals).map(
    (s) =>
      `${s.name} = ${valueText(
        s.type,
        s.bits
          .map((b) => simulator.bit(b))
          .reverse()
          .join(""),
      )}`,
  );
  return texts.length === 0 ? "a state without names" : listed(texts);
}
