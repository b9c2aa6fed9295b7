import { Blobs, FolderShelf } from "./blobs.js";
import type { Database } from "./database.js";
import { MissingPeer } from "./optional-peer.js";
import { PostgresDatabase } from "./postgres-database.js";
import { QueueError } from "./queue-error.js";
import { type QueueAddress, withoutSecrets } from "./queue-url.js";
import { RedisDatabase } from "./redis-database.js";

/** The database in which the queue is. `onError`: what happens to connections that are made again by themselves. */
export async function openDatabase(address: QueueAddress, onError: (e: Error) => void): Promise<Database> {
  const { kind, url } = address;
  return reached<Database>(address, () =>
    kind === "redis" ? RedisDatabase.open(url, onError) : PostgresDatabase.open(url, onError),
  );
}

/** What cannot be reached is said without secrets. */
export async function reached<T>(address: QueueAddress, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (e) {
    if (e instanceof MissingPeer) throw e;
    const reason = e instanceof Error ? e.message || e.name : String(e);
    throw new QueueError(`${address.shown} cannot be used as a queue: ${withoutSecrets(reason, address)}`);
  }
}

/** `folder`: where models and evidence are kept, if not in the database. */
export const blobsIn = (database: Database, folder: string | undefined): Blobs =>
  new Blobs(folder === undefined ? database : new FolderShelf(folder));
