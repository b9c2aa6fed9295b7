/**
 * The database behind a queue, as far as this room needs it besides: what is small and named, what is large and never changes, and logs
 * that grow. Whatever comes back may have been written by anybody.
 */
export interface Database {
  /** Bytes under a name, for as long as the database keeps what nobody reads. Writing them again changes nothing. */
  putBytes(name: string, bytes: Uint8Array): Promise<void>;
  getBytes(name: string): Promise<Uint8Array | null>;
  removeBytes(name: string): Promise<void>;
  /** Adds lines to the end of a log, unless that has `most` already. */
  append(log: string, lines: readonly string[], most: number): Promise<void>;
  /** The lines from a position on. */
  linesFrom(log: string, position: number): Promise<readonly string[]>;
  /** One value for each key of a table. `seconds`: how long it is kept. */
  set(table: string, key: string, value: string, seconds: number): Promise<void>;
  get(table: string, key: string): Promise<string | null>;
  all(table: string): Promise<ReadonlyMap<string, string>>;
  remove(table: string, key: string): Promise<void>;
  close(): Promise<void>;
}

/** What nobody has read or written for so long goes. */
export const KEPT_SECONDS = 30 * 24 * 3600;
