import type { Design } from "fairlead";
import type { DemandInfo } from "./protocol.js";

/** What a source asks of behaviours, with the parts of the model that it stands for, by position. */
interface Part {
  readonly name: string;
  readonly constraints: readonly number[];
  readonly fairness: readonly number[];
}

/** In the source's own words where the reader kept them; else each condition and constraint by itself. */
function partsOf({ model, demands }: Design): readonly Part[] {
  if (demands !== undefined) return demands;
  return [
    ...model.fairness.map((_, k) => {
      const name = model.fairnessNames?.[k];
      return { name: name ?? `fairness ${k}`, constraints: [], fairness: [k] };
    }),
    ...model.constraints.map((_, k) => ({ name: `constraint ${k}`, constraints: [k], fairness: [] })),
  ];
}

export const demandsOf = (design: Design): DemandInfo[] =>
  partsOf(design).map(({ name, fairness }) => ({ name, kind: fairness.length > 0 ? "fairness" : "constraint" }));

/** The design without what is switched off. */
export function withoutDemands(design: Design, off: readonly number[]): Design {
  if (off.length === 0) return design;
  const parts = partsOf(design);
  const gone = off.flatMap((k) => parts[k] ?? []);
  const constraints = new Set(gone.flatMap((part) => part.constraints));
  const fairness = new Set(gone.flatMap((part) => part.fairness));
  const { model, demands, ...rest } = design;
  const kept = <T>(all: readonly T[], dropped: ReadonlySet<number>) => all.filter((_, k) => !dropped.has(k));
  return {
    ...rest,
    model: {
      ...model,
      constraints: kept(model.constraints, constraints),
      fairness: kept(model.fairness, fairness),
      ...(model.fairnessNames !== undefined && { fairnessNames: kept(model.fairnessNames, fairness) }),
    },
  };
}
