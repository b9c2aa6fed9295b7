import { recordWith } from "../text/record.js";
import { type Domain, isScalar } from "./compound.js";
import { allCodes } from "./domain.js";
import { type Bases, clear, elementBases, fieldBases, sortMessages } from "./values.js";

/** What is done with every array and record that a value consists of: it is frozen, sealed, or left as it is. */
export type Guarded = (part: object) => object;

/** A value that is not in its domain: which part of it, and why. */
export interface WrongValue {
  /** What follows the name of the variable. */
  readonly path: string;
  readonly value: unknown;
  readonly domain: Domain;
}

/** Values of one part of states, as its author writes them. Where its slots are is worked out once. */
export interface Codec {
  /** A new value with all its parts. Sets and maps cannot be guarded, and messages come and go. */
  decode(state: ArrayLike<number>, guarded?: Guarded): unknown;
  /** Writes the codes of a value; says which part of it is wrong, null when none is. */
  encode(value: unknown, state: Int32Array): WrongValue | null;
}

export function codecOf(domain: Domain, bases: Bases): Codec {
  if (isScalar(domain)) {
    const slot = bases[0]!;
    return {
      decode: (state) => domain.decode(state[slot]!),
      encode(value, state) {
        const code = domain.encode(value);
        if (code === undefined) return { path: "", value, domain };
        state[slot] = code;
        return null;
      },
    };
  }
  switch (domain.kind) {
    case "array":
      return arrayCodec(domain, elementsOf(domain.of, bases, domain.length));
    case "record":
      return recordCodec(domain, bases);
    case "option":
      return optionCodec(domain, bases);
    case "set":
      return setCodec(domain, bases[0]!);
    case "map":
      return mapCodec(domain, bases);
    case "channel":
      return channelCodec(domain, bases);
  }
}

type Of<K extends Domain["kind"]> = Extract<Domain, { readonly kind: K }>;

const elementsOf = (of: Domain, bases: Bases, length: number): Codec[] =>
  Array.from({ length }, (_, i) => codecOf(of, elementBases(of, bases, length, i)));

const within = (step: string, wrong: WrongValue): WrongValue => ({ ...wrong, path: `${step}${wrong.path}` });

function arrayCodec(domain: Of<"array">, elements: readonly Codec[]): Codec {
  return {
    decode(state, guarded = asItIs) {
      const values = new Array<unknown>(elements.length);
      for (let i = 0; i < elements.length; i++) values[i] = elements[i]!.decode(state, guarded);
      return guarded(values);
    },
    encode(value, state) {
      if (!Array.isArray(value) || value.length !== elements.length) return { path: "", value, domain };
      return encodeAll(elements, value, state);
    },
  };
}

function encodeAll(elements: readonly Codec[], values: readonly unknown[], state: Int32Array): WrongValue | null {
  for (let i = 0; i < values.length; i++) {
    const wrong = elements[i]!.encode(values[i], state);
    if (wrong !== null) return within(`[${i}]`, wrong);
  }
  return null;
}

function recordCodec(domain: Of<"record">, bases: Bases): Codec {
  const fields = fieldBases(domain.fields, bases).map(([name, of, at]) => ({ name, codec: codecOf(of, at) }));
  const names = fields.map(({ name }) => name);
  return {
    decode: (state, guarded = asItIs) => guarded(recordWith(names, (k) => fields[k]!.codec.decode(state, guarded))),
    encode(value, state) {
      if (typeof value !== "object" || value === null || Object.keys(value).length !== fields.length)
        return { path: "", value, domain };
      for (const { name, codec } of fields) {
        const wrong = codec.encode(Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined, state);
        if (wrong !== null) return within(`.${name}`, wrong);
      }
      return null;
    },
  };
}

function optionCodec(domain: Of<"option">, bases: Bases): Codec {
  const [isThere, rest] = [bases[0]!, bases.slice(1)];
  const inner = codecOf(domain.of, rest);
  return {
    decode: (state, guarded) => (state[isThere] === 0 ? null : inner.decode(state, guarded)),
    encode(value, state) {
      state[isThere] = value === null ? 0 : 1;
      if (value !== null) return inner.encode(value, state);
      clear(domain.of, rest, state);
      return null;
    },
  };
}

function setCodec(domain: Of<"set">, first: number): Codec {
  const codes = allCodes(domain.of);
  return {
    decode: (state) => new Set(codes.filter((_, i) => state[first + i] === 1).map((code) => domain.of.decode(code))),
    encode(value, state) {
      if (!(value instanceof Set)) return { path: "", value, domain };
      const members = new Set<number>();
      for (const member of value) {
        const code = domain.of.encode(member);
        if (code === undefined) return { path: "", value: member, domain: domain.of };
        members.add(code);
      }
      for (const [i, code] of codes.entries()) state[first + i] = Number(members.has(code));
      return null;
    },
  };
}

function mapCodec(domain: Of<"map">, bases: Bases): Codec {
  const keys = allCodes(domain.key).map((code) => domain.key.decode(code));
  const elements = elementsOf(domain.of, bases, keys.length);
  return {
    decode: (state, guarded) => new Map(keys.map((key, i) => [key, elements[i]!.decode(state, guarded)])),
    encode(value, state) {
      if (!(value instanceof Map) || value.size !== keys.length) return { path: "", value, domain };
      for (const [i, key] of keys.entries()) {
        const wrong = elements[i]!.encode(value.get(key), state);
        if (wrong !== null) return within(`[${key}]`, wrong);
      }
      return null;
    },
  };
}

function channelCodec(domain: Of<"channel">, bases: Bases): Codec {
  const { of, capacity, options } = domain;
  const [length, places] = [bases[0]!, bases.slice(1)];
  const elements = elementsOf(of, places, capacity);
  return {
    decode(state, guarded = asItIs) {
      const messages = elements.slice(0, state[length]!).map((element) => element.decode(state, guarded));
      return guarded === Object.freeze ? guarded(messages) : messages;
    },
    encode(value, state) {
      if (!Array.isArray(value) || value.length > capacity) return { path: "", value, domain };
      state[length] = value.length;
      for (let k = 0; k < capacity; k++) clear(of, elementBases(of, places, capacity, k), state);
      const wrong = encodeAll(elements, value, state);
      if (wrong === null && options.order === "bag") sortMessages(of, places, capacity, value.length, state);
      return wrong;
    },
  };
}

const asItIs: Guarded = (part) => part;
