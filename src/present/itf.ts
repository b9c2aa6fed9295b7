import type { Trace, TraceSignal } from "../evidence/trace.js";
import { valueText } from "../evidence/value.js";
import { forJson } from "../text/escape.js";
import { recordOf } from "../text/record.js";
import { withSignals } from "./selection.js";

/** What a trace in the Informal Trace Format is about. */
export interface ItfAbout {
  readonly source: string;
  readonly description: string;
}

type ItfValue = boolean | string | { readonly "#bigint": string };

/**
 * A trace in the Informal Trace Format of Apalache and Quint. `loop` is the state that follows the last one. Branches of a
 * counterexample have no place there and are left out; so are signals that do not come back with the loop, which the description names.
 */
export function itf(given: Trace, { source, description }: ItfAbout): string {
  const open = given.open ?? [];
  const isOpen = new Set(open);
  const trace = open.length === 0 ? given : withSignals(given, (k) => !isOpen.has(k));
  const leftOut = open.map((k) => given.signals[k]!.name).join(", ");
  const vars = namesOf(trace.signals);
  const states = trace.values.map((values, index) => {
    const action = trace.moves?.steps[index];
    const meta = { index, ...(action != null && { action }) };
    const all = trace.signals.map(({ type }, k): [string, ItfValue] => [
      vars[k]!,
      itfValue(type, trace.bits[index]![k]!, values[k]!),
    ]);
    return recordOf<unknown>([["#meta", meta], ...all]);
  });
  const about = `${description}${leftOut && `; left out, since they do not come back: ${leftOut}`}`;
  const document = {
    "#meta": { format: "ITF", "format-description": FORMAT, source, description: about },
    params: [],
    vars,
    ...(trace.loop !== null && { loop: trace.loop }),
    states,
  };
  return `${forJson(document, 1)}\n`;
}

const FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html";

/** Each its own; what begins with `#` is the format's. */
function namesOf(signals: readonly TraceSignal[]): string[] {
  const taken = new Set<string>();
  return signals.map(({ name }) => {
    let free = name.startsWith("#") ? `_${name}` : name;
    while (taken.has(free)) free += "_";
    taken.add(free);
    return free;
  });
}

/** The value itself, however it is shown to people. */
function itfValue(type: TraceSignal["type"], bits: string, shown: string): ItfValue {
  if (type.kind === "bool") return bits === "1";
  const text = type.kind === "text" ? shown : valueText(type, bits);
  const isNumber = type.kind === "unsigned" || type.kind === "signed" || type.kind === "range";
  return isNumber && /^-?\d+$/.test(text) ? { "#bigint": text } : text;
}
