import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./schema.gen.ts";

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;
/** Anything a store can query through: the pool, or a transaction someone else opened. */
export type Queryable = Database | Tx;

/** bigint columns carry money and counters: they arrive as bigint, never as a rounded number or a text. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
/** Dates without a time stay texts: a JavaScript Date would shift them by the time zone. */
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface DatabaseOptions {
  url: string;
  /** Connections of this node. */
  poolSize: number;
  /** Told of connections that the server or the network ended; the pool replaces them. */
  onLost: (error: Error) => void;
}

/**
 * Opens the pool. Statements are bounded at 15 s (the slowest, a statistics roll-up, takes under one), waits
 * for a lock at 5 s, and a transaction that its owner forgot is ended after 10 s: none of ours waits on a person.
 */
export function openDatabase(options: DatabaseOptions): { db: Database; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    types,
    application_name: "stoa",
    connectionTimeoutMillis: 10_000,
    options:
      "-c statement_timeout=15s -c lock_timeout=5s -c idle_in_transaction_session_timeout=10s -c timezone=UTC",
  });
  // A connection can be lost while it is lent out and between two queries, when the pool does not listen to it;
  // without a listener Node would end the process. The pool says the same of idle ones once more.
  pool.on("connect", (client) => client.on("error", options.onLost));
  pool.on("error", () => {});
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), pool };
}
