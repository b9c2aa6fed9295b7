import type { Database } from "./database.js";
import { PostgresDatabase } from "./postgres-database.js";
import type { QueueAddress } from "./queue-url.js";
import { RedisDatabase } from "./redis-database.js";

/** The database in which the queue is. `onError`: what happens to connections that are made again by themselves. */
export function openDatabase({ kind, url }: QueueAddress, onError: (e: Error) => void): Promise<Database> {
  return kind === "redis" ? RedisDatabase.open(url, onError) : PostgresDatabase.open(url, onError);
}
