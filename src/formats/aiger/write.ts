import { type AigerFile, NO_RESET } from "./file.js";

/** The bytes of a file, in its own encoding. A binary file must be numbered as that encoding asks (see `renumbered`). */
export function writeAigerFile(file: AigerFile): Uint8Array {
  const out = new ByteSink();
  const binary = file.encoding === "binary";
  out.text(header(file));
  if (!binary) lines(out, file.inputs, 1);
  latchLines(out, file.latches, binary);
  lines(out, file.outputs, 1);
  lines(out, file.bad, 1);
  lines(out, file.constraints, 1);
  lines(out, file.justiceSizes, 1);
  lines(out, file.justice, 1);
  lines(out, file.fairness, 1);
  if (binary) binaryGates(out, file.gates);
  else lines(out, file.gates, 3);
  const encode = file.text === "utf-8" ? utf8 : latin1;
  for (const { kind, index, name } of file.symbols) out.bytes(encode(`${kind}${index} ${name}\n`));
  if (file.comment !== null) out.bytes(encode(`c\n${file.comment}`));
  return out.finish();
}

function header(file: AigerFile): string {
  const counts = [
    file.maxVariable,
    file.inputs.length,
    file.latches.length / 3,
    file.outputs.length,
    file.gates.length / 3,
    file.bad.length,
    file.constraints.length,
    file.justiceSizes.length,
    file.fairness.length,
  ];
  return `${file.encoding === "binary" ? "aig" : "aag"} ${counts.slice(0, file.headerFields).join(" ")}\n`;
}

function lines(out: ByteSink, values: Int32Array, perLine: number): void {
  for (let i = 0; i < values.length; i += perLine) {
    for (let k = 0; k < perLine; k++) {
      if (k > 0) out.byte(32);
      out.number(values[i + k]!);
    }
    out.byte(10);
  }
}

function latchLines(out: ByteSink, latches: Int32Array, binary: boolean): void {
  for (let i = 0; i < latches.length; i += 3) {
    if (!binary) {
      out.number(latches[i]!);
      out.byte(32);
    }
    out.number(latches[i + 1]!);
    if (latches[i + 2] !== NO_RESET) {
      out.byte(32);
      out.number(latches[i + 2]!);
    }
    out.byte(10);
  }
}

function binaryGates(out: ByteSink, gates: Int32Array): void {
  for (let i = 0; i < gates.length; i += 3) {
    out.varint(gates[i]! - gates[i + 1]!);
    out.varint(gates[i + 1]! - gates[i + 2]!);
  }
}

const encoder = new TextEncoder();
const utf8 = (text: string): Uint8Array => encoder.encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** Bytes written one after the other into an array that grows. */
class ByteSink {
  private buffer = new Uint8Array(1 << 16);
  private length = 0;
  private readonly digits = new Uint8Array(12);

  byte(value: number): void {
    if (this.length === this.buffer.length) this.grow(1);
    this.buffer[this.length++] = value;
  }

  bytes(values: Uint8Array): void {
    if (this.length + values.length > this.buffer.length) this.grow(values.length);
    this.buffer.set(values, this.length);
    this.length += values.length;
  }

  text(value: string): void {
    this.bytes(encoder.encode(value));
  }

  number(value: number): void {
    let n = 0;
    let rest = value;
    do {
      this.digits[n++] = 48 + (rest % 10);
      rest = (rest / 10) | 0;
    } while (rest > 0);
    while (n > 0) this.byte(this.digits[--n]!);
  }

  /** Seven bits a byte, the lowest first; the top bit says that more follow. */
  varint(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  finish(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  private grow(extra: number): void {
    const grown = new Uint8Array(Math.max(2 * this.buffer.length, this.length + extra));
    grown.set(this.buffer.subarray(0, this.length));
    this.buffer = grown;
  }
}
