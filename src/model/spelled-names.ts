import { spelled } from "../text/escape.js";
import type { Origin } from "./model.js";
import type { Design, Property } from "./property.js";
import type { Signal, SignalType } from "./symbols.js";

/**
 * The design under names that can be seen and written on one line: control characters and their like are spelt out, as
 * they are in quoted names of formulas. From here on names mean the same in every format that is written and read again.
 */
export function withSpelledNames(design: Design): Design {
  const { model, properties } = design;
  return {
    ...design,
    model: {
      ...model,
      signals: model.signals.map(spelledSignal),
      ...(model.origin && { origin: spelledOrigin(model.origin) }),
      ...(model.fairnessNames && { fairnessNames: model.fairnessNames.map((n) => n && spelled(n)) }),
    },
    ...(design.demands && { demands: design.demands.map((d) => ({ ...d, name: spelled(d.name) })) }),
    properties: properties.map((p): Property => ({ ...p, name: spelled(p.name) })),
  };
}

const spelledOrigin = ({ name, clock }: Origin): Origin => ({
  name: spelled(name),
  ...(clock && { clock: { ...clock, names: clock.names.map(spelled) } }),
});

const spelledSignal = (signal: Signal): Signal => ({
  ...signal,
  name: spelled(signal.name),
  type: spelledType(signal.type),
});

const spelledType = (type: SignalType): SignalType =>
  type.kind === "enum" ? { ...type, values: type.values.map(spelled) } : type;
