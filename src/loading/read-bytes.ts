import { constants, fstatSync, openSync, type Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { InputError } from "../text/input-error.js";

/** Larger files are refused: what would be made of one fits no machine. */
const MAX_BYTES = 2 ** 29;

export interface ReadLimits {
  /** Beyond this a file is refused. */
  readonly mostBytes?: number;
  /** Ends the wait for a pipe that has no end. */
  readonly signal?: AbortSignal;
}

/** What comes once and may be asked for twice: standard input (`-`) and pipes, by name. */
const streams = new Map<string, Promise<Uint8Array>>();

function once(name: string, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const reading = streams.get(name) ?? read();
  streams.set(name, reading);
  return reading;
}

const standardInput = (file: string, limits: ReadLimits): Promise<Uint8Array> =>
  once("-", () => bounded(process.stdin, file, limits));

/** A regular file, or a link to one. */
export const isFile = (name: string): Promise<boolean> =>
  stat(name).then(
    (s) => s.isFile(),
    () => false,
  );

/**
 * The content of a file, of a pipe, or of standard input for `-`; what is wrong with it is said in words. Devices have no end,
 * or nobody knows where it is: they are refused.
 */
export async function readBytes(file: string, limits: ReadLimits = {}): Promise<Uint8Array> {
  try {
    if (file === "-") return await standardInput(file, limits);
    const found = await stat(file);
    if (isStandardInput(found)) return await standardInput(file, limits);
    if (found.isFIFO()) return await once(file, () => pipe(file, limits));
    if (found.isCharacterDevice() || found.isBlockDevice()) throw problem(file, "is a device, not a file");
    if (found.size > mostOf(limits)) throw tooLarge(file, limits);
    return await readFile(file);
  } catch (e) {
    if (e instanceof InputError) throw e;
    const code = e instanceof Error && "code" in e ? String(e.code) : String(e);
    throw problem(file, PROBLEMS.get(code) ?? `cannot be read: ${code}`);
  }
}

/** `/dev/stdin` and its other names. */
function isStandardInput(found: Stats): boolean {
  if (found.isFile() || found.isDirectory()) return false;
  const input = fstatSync(0);
  return input.dev === found.dev && input.ino === found.ino;
}

/** Opened like this a pipe that nobody writes to does not keep the process from ending. */
function pipe(file: string, limits: ReadLimits): Promise<Uint8Array> {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  return bounded(new Socket({ fd, readable: true, writable: false }), file, limits);
}

async function bounded(stream: Readable, file: string, limits: ReadLimits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  limits.signal?.addEventListener("abort", () => stream.destroy());
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > mostOf(limits)) throw tooLarge(file, limits);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const mostOf = ({ mostBytes = MAX_BYTES }: ReadLimits): number => Math.min(mostBytes, MAX_BYTES);

const problem = (file: string, text: string): InputError => new InputError("file-read", text, null, file);

const tooLarge = (file: string, limits: ReadLimits): InputError =>
  problem(file, `is larger than ${Math.round(mostOf(limits) / 2 ** 20)} MB`);

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "no such file"],
  ["ENOTDIR", "no such file"],
  ["EISDIR", "is a folder"],
  ["EACCES", "may not be read"],
  ["EPERM", "may not be read"],
  ["ELOOP", "is a link that leads to itself"],
  ["ENAMETOOLONG", "has too long a name"],
  ["ENXIO", "is a socket, not a file"],
]);
