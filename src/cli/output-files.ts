import { constants, fstatSync, rmSync, type Stats } from "node:fs";
import { access, chmod, open, readlink, realpath, rename, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { atEnd, endBy } from "./at-end.js";
import { EXIT, OutputError, UsageError } from "./exit.js";

/** A file that is to be written, and the option or argument that names it. */
export interface Output {
  readonly option: string;
  readonly file: string | undefined;
}

/**
 * Says before the work what would go wrong after it: a file that cannot be written, one that is also read, two that are one.
 * Whatever the names and links, it is the file that counts. Nothing is created. `onlyPrinted`: the option that asks for one
 * document on standard output, where nothing else may come between. `inputs` is asked only where something is to be written.
 */
export async function expectOutputs(
  outputs: readonly Output[],
  inputs: () => Promise<readonly string[]>,
  onlyPrinted: string | null = null,
): Promise<void> {
  const taken = new Map<string, string>();
  for (const { option, file } of outputs) {
    if (file === undefined) continue;
    await expectWritable(file);
    const identity = await identityOf(file);
    if (identity === null) continue;
    const other = taken.get(identity);
    if (other !== undefined) throw new UsageError(`${option} ${file} and ${other} are one file`);
    taken.set(identity, `${option} ${file}`);
  }
  if (taken.size === 0) return;
  for (const input of await inputs()) {
    const other = taken.get((await identityOf(input, 0)) ?? "");
    if (other !== undefined) throw new UsageError(`${other} would overwrite ${input}, which is read`);
  }
  const other = taken.get(identityOfStream(1) ?? "");
  if (other === undefined) return;
  if (onlyPrinted !== null) throw new UsageError(`${other}: standard output is for ${onlyPrinted}`);
  if (!/ \/(dev|proc)\//.test(other)) throw new UsageError(`${other} and standard output are one file`);
}

/** Which file it is, there already or not; null for a device, which can be shared. `-` is what the stream of that number is. */
async function identityOf(file: string, stream?: number): Promise<string | null> {
  if (file === "-" && stream !== undefined) return identityOfStream(stream);
  const found = await stat(file).catch(() => null);
  if (found !== null) return identityOfFound(found);
  const path = await targetOf(file).catch(() => resolve(file));
  return join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path));
}

function identityOfStream(fd: number): string | null {
  try {
    return identityOfFound(fstatSync(fd));
  } catch {
    return null; // closed
  }
}

const identityOfFound = (found: Stats): string | null =>
  found.isCharacterDevice() ? null : `${found.dev}:${found.ino}`;

/** What a link leads to in the end, also when that is not there yet. */
async function targetOf(file: string): Promise<string> {
  let path = resolve(file);
  for (let links = 0; links < 40; links++) {
    const next = await readlink(path).catch(() => null);
    if (next === null) return path;
    path = resolve(dirname(path), next);
  }
  throw Object.assign(new Error(), { code: "ELOOP" });
}

async function expectWritable(file: string): Promise<void> {
  try {
    const path = await targetOf(file);
    const found = await stat(file).catch(() => null);
    if (found?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    if (found === null && !(await stat(dirname(path))).isDirectory())
      throw Object.assign(new Error(), { code: "ENOTDIR" });
    await access(found === null ? dirname(path) : file, constants.W_OK);
  } catch (e) {
    throw cannotWrite(file, e);
  }
}

export type Write = (content: string | Uint8Array) => Promise<void>;

/**
 * Writes a file: beside it first, and then renamed, so that nobody ever finds half of it under its name. Pipes and devices are
 * written as they are. What goes wrong is said in words.
 */
export const writeOutput = (file: string, content: string | Uint8Array): Promise<void> =>
  writeOutputBy(file, (write) => write(content));

/** The same, piece by piece. */
export async function writeOutputBy<T>(file: string, work: (write: Write) => Promise<T>): Promise<T> {
  try {
    const found = await stat(file).catch(() => null);
    if (found !== null && isStandardOutput(found)) return await work(toStandardOutput);
    if (found !== null && !found.isFile()) return await writing(file, "w", work);
    return await replace(await targetOf(file), work, found);
  } catch (e) {
    const isOfFile = e instanceof Error && "code" in e && /^E[A-Z]/.test(String(e.code));
    throw isOfFile ? cannotWrite(file, e) : e;
  }
}

async function writing<T>(path: string, flags: "w" | "wx", work: (write: Write) => Promise<T>): Promise<T> {
  const handle = await open(path, flags);
  try {
    return await work((content) => handle.writeFile(content));
  } finally {
    await handle.close();
  }
}

function isStandardOutput({ dev, ino }: Stats): boolean {
  try {
    const output = fstatSync(1);
    return output.dev === dev && output.ino === ino;
  } catch {
    return false; // closed
  }
}

/** A file that standard output was redirected to would begin at its start if it were opened again as `/dev/stdout`. */
function toStandardOutput(content: string | Uint8Array): Promise<void> {
  return new Promise((done, failed) => process.stdout.write(content, (e) => (e ? failed(e) : done())));
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
let temporaries = 0;

async function replace<T>(path: string, work: (write: Write) => Promise<T>, found: Stats | null): Promise<T> {
  const folder = dirname(path);
  if (found !== null) {
    await access(path, constants.W_OK);
    const isOpen = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isOpen) return writing(path, "w", work); // no room beside it
  }
  const temporary = join(folder, `.fairlead-${process.pid}-${temporaries++}.tmp`);
  const remove = () => rmSync(temporary, { force: true });
  const callOff = atEnd(remove);
  // Whoever else listens decides what the signal does.
  const onSignal = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) === 1) endBy(signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    const result = await writing(temporary, "wx", work);
    if (found !== null) await chmod(temporary, found.mode & 0o7777);
    await rename(temporary, path);
    return result;
  } catch (e) {
    remove();
    throw e;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    callOff();
  }
}

/** Work that writes a file. */
export function sayingWhy(file: string, work: () => void): void {
  try {
    work();
  } catch (e) {
    throw cannotWrite(file, e);
  }
}

/** A file that cannot be written at all, or not to its end. */
export function cannotWrite(file: string, e: unknown): OutputError {
  const code = typeof e === "object" && e !== null && "code" in e ? String(e.code) : String(e);
  const reason = CANNOT_CREATE.get(code);
  if (reason !== undefined) return new OutputError(`${file} cannot be written: ${reason}`, EXIT.cannotCreate);
  return new OutputError(`${file} cannot be written: ${FAILED.get(code) ?? code}`, EXIT.inputOutput);
}

const CANNOT_CREATE: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such folder"],
  ["ENOTDIR", "there is no such folder"],
  ["EISDIR", "it is a folder"],
  ["EEXIST", "something else is there"],
  ["EACCES", "not allowed"],
  ["EPERM", "not allowed"],
  ["EROFS", "not allowed"],
  ["ETXTBSY", "it is a program that runs"],
  ["ELOOP", "it is a link that leads to itself"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ENXIO", "it is a socket"],
]);

const FAILED: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "no space is left"],
  ["EDQUOT", "no space is left"],
  ["EFBIG", "it would be too large"],
  ["EPIPE", "nobody reads it"],
]);
