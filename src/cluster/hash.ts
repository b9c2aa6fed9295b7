import { createHash } from "node:crypto";
import { Damaged } from "./shape.js";

/** SHA-256, as 64 hexadecimal digits. */
export type Hash = string & { readonly __hash: unique symbol };

export const hashOf = (content: Uint8Array | string): Hash =>
  createHash("sha256").update(content).digest("hex") as Hash;

export function hash(given: unknown, what: string): Hash {
  if (typeof given === "string" && /^[0-9a-f]{64}$/.test(given)) return given as Hash;
  throw new Damaged(`${what} is no SHA-256`);
}
