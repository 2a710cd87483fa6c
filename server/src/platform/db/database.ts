import type { Socket } from "node:net";
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
  /** How long a connection may stay silent after a query; the default is 20 s. */
  answerWithinMs?: number;
  /** Told of connections that the server or the network ended; the pool replaces them. */
  onLost: (error: Error) => void;
}

/** A little more than the longest statement: a server that is silent for longer is frozen or cut off. */
const ANSWER_WITHIN_MS = 20_000;

/**
 * Opens the pool. Statements are bounded at 15 s (the slowest, a statistics roll-up, takes under one), waits
 * for a lock at 5 s, and a transaction that its owner forgot is ended after 10 s: none of ours waits on a person. A connection
 * whose server does not answer at all is closed after 20 s, which fails its query and frees its place in the pool.
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
  pool.on("connect", (client) => {
    client.on("error", options.onLost);
    closeUnanswered(client, options.answerWithinMs ?? ANSWER_WITHIN_MS);
  });
  pool.on("error", () => {});
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/**
 * Closes a connection that leaves a query unanswered. Giving up the query alone, as node-postgres' query_timeout does,
 * would return the connection to the pool in the middle of a transaction.
 */
function closeUnanswered(client: pg.PoolClient, milliseconds: number): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.destroy(new Error("Connection terminated: the database does not answer"));
  };
  client.query = ((...args: unknown[]) => {
    clearTimeout(timer);
    timer = setTimeout(close, milliseconds);
    return query(...args);
  }) as typeof client.query;
  // The connection is idle again, or gone.
  for (const event of ["drain", "end"] as const) client.on(event, () => clearTimeout(timer));
}
