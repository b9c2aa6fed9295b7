import { own } from "../text/record.js";

/** Where the queue is. The address may have a password: nothing but `shown` is ever printed. */
export interface QueueAddress {
  readonly kind: "redis" | "postgres";
  readonly url: string;
  /** Without user and password. */
  readonly shown: string;
}

const KINDS: ReadonlyMap<string, QueueAddress["kind"]> = new Map([
  ["redis:", "redis"],
  ["rediss:", "redis"],
  ["postgres:", "postgres"],
  ["postgresql:", "postgres"],
]);

/** `env:NAME` is the content of an environment variable, which other users of the machine cannot see. Null: it is no address. */
export function queueAddress(
  given: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): QueueAddress | null {
  const name = /^env:(\w+)$/.exec(given)?.[1];
  const url = name === undefined ? given : (own(env, name) ?? "");
  try {
    const { protocol, host, pathname } = new URL(url);
    const kind = KINDS.get(protocol);
    return kind === undefined || host === "" ? null : { kind, url, shown: `${protocol}//${host}${pathname}` };
  } catch {
    return null;
  }
}

/** A message without the secrets of the address, in case a driver repeats them. */
export function withoutSecrets(message: string, { url, shown }: QueueAddress): string {
  const { username, password } = new URL(url);
  const spellings = [password, decodeURIComponent(password), username && password && `${username}:${password}`];
  return spellings
    .filter((secret) => secret !== "")
    .reduce((text, secret) => text.replaceAll(secret, "***"), message.replaceAll(url, shown));
}
