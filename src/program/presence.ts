import { columnsOf, type Domain, isScalar } from "./compound.js";
import { bool } from "./domain.js";
import type { Ref } from "./ref.js";
import type { Term } from "./term.js";

/** A part of the state, and what must be true for it to be there. */
export interface Part {
  readonly ref: Ref;
  readonly present: readonly Term[];
}

/** Whether an option has a value. */
export const isSomeOf = ({ ref, present }: Part): Part => ({ ref: ref.part(bool, 0, ".isSome"), present });

/** The value of an option: it is there only if the option has one. */
export function valueIn(option: Part, of: Domain): Part {
  const isSome = isSomeOf(option).ref.term();
  return { ref: option.ref.part(of, 1, ""), present: [...option.present, isSome] };
}

/** How many messages a channel has. */
export const lengthOf = ({ ref, present }: Part): Part => ({
  ref: ref.part(columnsOf(ref.domain)[0]!.domain, 0, ".length"),
  present,
});

/** A message of a channel: it is there only if the channel has so many. */
export function messageOf(channel: Part, of: Domain, capacity: number, index: Term): Part {
  const isThere: Term = { op: "less", left: index, right: lengthOf(channel).ref.term() };
  return { ref: channel.ref.element(of, capacity, index, 1), present: [...channel.present, isThere] };
}

/**
 * The slots of a variable that hold something in some states only: values of options, messages of channels. Where they hold
 * nothing there is a number in them all the same.
 */
export function presenceOf(variable: Part, into = new Map<number, readonly Term[]>()): Map<number, readonly Term[]> {
  const { ref, present } = variable;
  const { domain } = ref;
  if (isScalar(domain)) {
    const slot = ref.term();
    if (slot.op === "slot" && present.length > 0) into.set(slot.slot, present);
    return into;
  }
  const each = (length: number, part: (index: Term) => Part): void => {
    for (let value = 0; value < length; value++) presenceOf(part({ op: "constant", value }), into);
  };
  switch (domain.kind) {
    case "array":
      each(domain.length, (index) => ({ ref: ref.element(domain.of, domain.length, index, 0), present }));
      break;
    case "map": {
      const length = domain.key.high - domain.key.low + 1;
      each(length, (index) => ({ ref: ref.element(domain.of, length, index, 0), present }));
      break;
    }
    case "set": {
      const length = domain.of.high - domain.of.low + 1;
      each(length, (index) => ({ ref: ref.element(bool, length, index, 0), present }));
      break;
    }
    case "record": {
      let from = 0;
      for (const [name, field] of Object.entries(domain.fields)) {
        presenceOf({ ref: ref.part(field, from, `.${name}`), present }, into);
        from += columnsOf(field).length;
      }
      break;
    }
    case "option":
      presenceOf(isSomeOf(variable), into);
      presenceOf(valueIn(variable, domain.of), into);
      break;
    case "channel":
      presenceOf(lengthOf(variable), into);
      each(domain.capacity, (index) => messageOf(variable, domain.of, domain.capacity, index));
      break;
  }
  return into;
}
