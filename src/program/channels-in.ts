import { columnsOf, type Domain, type MapDomain } from "./compound.js";
import type { AnyScalar } from "./domain.js";
import { constant } from "./expression.js";
import type { Ref } from "./ref.js";
import { type ChannelVar, variable } from "./variable.js";

/** All channels of a variable, with their names. */
export function channelsIn(ref: Ref): { readonly name: string; readonly variable: ChannelVar<Domain> }[] {
  const { domain } = ref;
  switch (domain.kind) {
    case "channel":
      return [{ name: ref.name, variable: variable(ref) as ChannelVar<Domain> }];
    case "array":
      return Array.from({ length: domain.length }, (_, i) => i).flatMap((i) =>
        channelsIn(ref.element(domain.of, domain.length, constant(i), 0)),
      );
    case "map": {
      const { key, of } = domain as MapDomain<AnyScalar, Domain>;
      const size = key.high - key.low + 1;
      return Array.from({ length: size }, (_, i) => i).flatMap((i) =>
        channelsIn(ref.element(of, size, constant(i), 0)),
      );
    }
    case "record": {
      let next = 0;
      return Object.entries(domain.fields).flatMap(([name, field]) => {
        const from = next;
        next += columnsOf(field).length;
        return channelsIn(ref.part(field, from, `.${name}`));
      });
    }
    default:
      return [];
  }
}
