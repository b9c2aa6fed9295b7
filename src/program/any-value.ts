import { type Branch, joined, NOTHING, possible } from "./action.js";
import { blankTerms } from "./channel-slots.js";
import { columnsOf, type Domain, type Fields, type RecordDomain } from "./compound.js";
import { allCodes } from "./domain.js";
import { constant } from "./expression.js";
import { ModelError } from "./model-error.js";
import type { Ref } from "./ref.js";

/** The ways to set a part of the state to any value of its domain: one, unless there are options in it, which have a value or none. */
export function anyValue(ref: Ref): Branch[] {
  const { domain } = ref;
  if (!hasOptional(domain)) return [setting(ref)];
  switch (domain.kind) {
    case "array":
    case "map": {
      const length = domain.kind === "array" ? domain.length : domain.key.high - domain.key.low + 1;
      const each = Array.from({ length }, (_, i) => ref.element(domain.of, length, constant(i), 0));
      return all(each);
    }
    case "record":
      return all(fieldRefs(ref as unknown as Ref<RecordDomain<Fields>>).map((field) => field.ref));
    case "option": {
      const { of } = domain;
      const none = { ...NOTHING, choices: ["none"], assignments: ref.write([[constant(0)], ...blankTerms(of)]) };
      const isSome = ref.part(columnsOf(domain)[0]!.domain, 0, "").write([[constant(1)]]);
      const some = { ...NOTHING, choices: ["some"], assignments: isSome };
      return [none, ...anyValue(ref.part(of, 1, "")).map((branch) => joined(some, branch))];
    }
    default:
      throw new ModelError("model-step", `${ref.name} has channels, whose content changes by send and receive only`);
  }
}

/** The fields of a record. */
export function fieldRefs<F extends Fields>(ref: Ref<RecordDomain<F>>): { readonly name: string; readonly ref: Ref }[] {
  let next = 0;
  return Object.entries(ref.domain.fields).map(([name, domain]) => {
    const from = next;
    next += columnsOf(domain).length;
    return { name, ref: ref.part(domain, from, `.${name}`) };
  });
}

/** All slots, each any value of its own. */
const setting = (ref: Ref): Branch => ({
  ...NOTHING,
  assignments: ref.write(
    columnsOf(ref.domain).map(({ domain, names }) => names.map(() => ({ op: "any", codes: allCodes(domain) }))),
  ),
});

const all = (parts: readonly Ref[]): Branch[] =>
  parts
    .map(anyValue)
    .reduce((before, ways) => possible(before.flatMap((a) => ways.map((b) => joined(a, b)))), [NOTHING]);

/** Not all slots are independent: some are blank where others say so. */
function hasOptional(domain: Domain): boolean {
  switch (domain.kind) {
    case "option":
    case "channel":
      return true;
    case "array":
    case "map":
      return hasOptional(domain.of);
    case "record":
      return Object.values(domain.fields).some(hasOptional);
    default:
      return false;
  }
}
