import type { Redis } from "ioredis";
import { type Database, KEPT_SECONDS } from "./database.js";
import { peer } from "./optional-peer.js";

const PREFIX = "fairlead";
const blobKey = (name: string): string => `${PREFIX}:blob:${name}`;
const logKey = (name: string): string => `${PREFIX}:log:${name}`;
const tableKey = (table: string): string => `${PREFIX}:keys:${table}`;
const entryKey = (table: string, key: string): string => `${PREFIX}:entry:${table}:${key}`;

/** Redis or Valkey. Each entry is a key of its own, since only keys expire; a set for each table knows which there are. */
export class RedisDatabase implements Database {
  private constructor(private readonly client: Redis) {}

  static async open(url: string, onError: (e: Error) => void): Promise<RedisDatabase> {
    const { Redis } = await peer("ioredis", () => import("ioredis"));
    const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null });
    let reason: Error | null = null;
    const remember = (e: Error) => {
      reason ??= e;
    };
    client.on("error", remember);
    try {
      await client.connect();
      await client.ping();
    } catch (e) {
      client.disconnect();
      throw reason ?? e;
    }
    client.off("error", remember);
    client.on("error", onError);
    return new RedisDatabase(client);
  }

  async putBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.client.set(blobKey(name), Buffer.from(bytes), "EX", KEPT_SECONDS);
  }

  getBytes(name: string): Promise<Uint8Array | null> {
    return this.client.getexBuffer(blobKey(name), "EX", KEPT_SECONDS);
  }

  async removeBytes(name: string): Promise<void> {
    await this.client.del(blobKey(name));
  }

  async append(log: string, lines: readonly string[], most: number): Promise<void> {
    const key = logKey(log);
    const room = most - (await this.client.llen(key));
    if (room <= 0 || lines.length === 0) return;
    await this.client.rpush(key, ...lines.slice(0, room));
    await this.client.expire(key, KEPT_SECONDS);
  }

  linesFrom(log: string, position: number): Promise<readonly string[]> {
    return this.client.lrange(logKey(log), position, -1);
  }

  async set(table: string, key: string, value: string, seconds: number): Promise<void> {
    await this.client
      .multi()
      .set(entryKey(table, key), value, "EX", Math.ceil(seconds))
      .sadd(tableKey(table), key)
      .exec();
  }

  get(table: string, key: string): Promise<string | null> {
    return this.client.get(entryKey(table, key));
  }

  async all(table: string): Promise<ReadonlyMap<string, string>> {
    const keys = await this.client.smembers(tableKey(table));
    if (keys.length === 0) return new Map();
    const values = await this.client.mget(keys.map((key) => entryKey(table, key)));
    const gone = keys.filter((_, i) => values[i] === null);
    if (gone.length > 0) await this.client.srem(tableKey(table), ...gone);
    return new Map(keys.flatMap((key, i) => (typeof values[i] === "string" ? [[key, values[i]] as const] : [])));
  }

  async remove(table: string, key: string): Promise<void> {
    await this.client.multi().del(entryKey(table, key)).srem(tableKey(table), key).exec();
  }

  async close(): Promise<void> {
    this.client.disconnect();
  }
}
