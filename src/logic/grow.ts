/** A longer copy; what is new is 0. */
export function lengthened(from: Int32Array, length: number): Int32Array {
  const to = new Int32Array(length);
  to.set(from);
  return to;
}
