import type { Pool } from "pg";
import { type Database, KEPT_SECONDS } from "./database.js";
import { peer } from "./optional-peer.js";

const TABLES = `
  CREATE SCHEMA IF NOT EXISTS fairlead;
  CREATE TABLE IF NOT EXISTS fairlead.blob (
    name text PRIMARY KEY, bytes bytea NOT NULL, used timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS fairlead.log (
    log text NOT NULL, position bigserial, line text NOT NULL, written timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (log, position));
  CREATE TABLE IF NOT EXISTS fairlead.entry (
    of text NOT NULL, key text NOT NULL, value text NOT NULL, until timestamptz NOT NULL, PRIMARY KEY (of, key));
`;
/** Any number that is the same for everybody who makes the tables. */
const LOCK = 0x6661_6972;

/** PostgreSQL. What is old goes when somebody connects. */
export class PostgresDatabase implements Database {
  private constructor(private readonly pool: Pool) {}

  static async open(url: string, onError: (e: Error) => void): Promise<PostgresDatabase> {
    const { default: pg } = await peer("pg", () => import("pg"));
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    pool.on("error", onError);
    const client = await pool.connect();
    try {
      // Two that create a schema at once would fail.
      await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
      await client.query(TABLES);
      await client.query("DELETE FROM fairlead.entry WHERE until < now()");
      const old = `now() - interval '${KEPT_SECONDS} seconds'`;
      await client.query(`DELETE FROM fairlead.blob WHERE used < ${old}`);
      await client.query(`DELETE FROM fairlead.log WHERE written < ${old}`);
      await client.query("SELECT pg_advisory_unlock($1)", [LOCK]);
    } finally {
      client.release();
    }
    return new PostgresDatabase(pool);
  }

  async putBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.pool.query(
      "INSERT INTO fairlead.blob (name, bytes) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes, used = now()",
      [name, Buffer.from(bytes)],
    );
  }

  async getBytes(name: string): Promise<Uint8Array | null> {
    const { rows } = await this.pool.query<{ bytes: Buffer }>(
      "UPDATE fairlead.blob SET used = now() WHERE name = $1 RETURNING bytes",
      [name],
    );
    return rows[0]?.bytes ?? null;
  }

  async removeBytes(name: string): Promise<void> {
    await this.pool.query("DELETE FROM fairlead.blob WHERE name = $1", [name]);
  }

  async append(log: string, lines: readonly string[], most: number): Promise<void> {
    await this.pool.query(
      `INSERT INTO fairlead.log (log, line)
       SELECT $1, line FROM unnest($2::text[]) WITH ORDINALITY AS given(line, place)
       WHERE place <= $3 - (SELECT count(*) FROM fairlead.log WHERE log = $1) ORDER BY place`,
      [log, lines, most],
    );
  }

  async linesFrom(log: string, position: number): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ line: string }>(
      "SELECT line FROM fairlead.log WHERE log = $1 ORDER BY position OFFSET $2",
      [log, position],
    );
    return rows.map((row) => row.line);
  }

  async set(table: string, key: string, value: string, seconds: number): Promise<void> {
    await this.pool.query(
      `INSERT INTO fairlead.entry (of, key, value, until) VALUES ($1, $2, $3, now() + $4 * interval '1 second')
       ON CONFLICT (of, key) DO UPDATE SET value = excluded.value, until = excluded.until`,
      [table, key, value, seconds],
    );
  }

  async get(table: string, key: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ value: string }>(
      "SELECT value FROM fairlead.entry WHERE of = $1 AND key = $2 AND until > now()",
      [table, key],
    );
    return rows[0]?.value ?? null;
  }

  async all(table: string): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ key: string; value: string }>(
      "SELECT key, value FROM fairlead.entry WHERE of = $1 AND until > now()",
      [table],
    );
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  async remove(table: string, key: string): Promise<void> {
    await this.pool.query("DELETE FROM fairlead.entry WHERE of = $1 AND key = $2", [table, key]);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
