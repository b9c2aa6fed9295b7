import { Damaged, type Fields, parsed, record } from "./shape.js";

/** How things travel: a line that says what it is, a line of JSON, and bytes. */
export function framed(format: string, header: object, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${format}\n${JSON.stringify(header)}\n`, "utf8"), body]);
}

export function unframed(bytes: Uint8Array, format: string): { readonly header: Fields; readonly body: Uint8Array } {
  const start = Buffer.from(`${format}\n`, "utf8");
  const end = bytes.indexOf(10, start.length);
  if (end < 0 || start.compare(bytes.subarray(0, start.length)) !== 0) throw new Damaged(`it is no ${format}`);
  const header = new TextDecoder().decode(bytes.subarray(start.length, end));
  return { header: record(parsed(header, "its header"), "its header"), body: bytes.subarray(end + 1) };
}
