/** Identifier of custom sections: those that no engine needs. */
const CUSTOM = 0;
/** Magic number and version. */
const HEADER = 8;

/** A WebAssembly module without its custom sections: the names of functions, which only a debugger shows. */
export function withoutNames(module: Uint8Array): Uint8Array {
  const kept = [module.subarray(0, HEADER)];
  for (let at = HEADER; at < module.length; ) {
    const [size, start] = unsigned(module, at + 1);
    if (module[at] !== CUSTOM) kept.push(module.subarray(at, start + size));
    at = start + size;
  }
  return Buffer.concat(kept);
}

/** A number in LEB128, and where it ends. */
function unsigned(bytes: Uint8Array, at: number): [value: number, end: number] {
  let value = 0;
  for (let i = 0; ; i++) {
    const byte = bytes[at + i]!;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return [value, at + i + 1];
  }
}
