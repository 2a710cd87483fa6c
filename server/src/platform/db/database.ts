import type { Socket } from "node:net";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./schema.gen.ts";

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;
/** Anything that a store can query with: the pool, or a transaction that a caller has opened. */
export type Queryable = Database | Tx;

/** bigint columns contain money and counters, so they are returned as bigint, never as a rounded number or a string. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
/** Dates without a time remain strings: a JavaScript Date would shift them by the time zone. */
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface DatabaseOptions {
  url: string;
  /** The maximum number of connections of this node. */
  poolSize: number;
  /** How long a connection may stay silent after a query; the default is 20 s. */
  answerWithinMs?: number;
  /** Reports a connection that the server or the network closed. The pool replaces it. */
  onLost: (error: Error) => void;
}

/** Slightly more than the longest statement: a server that stays silent for longer is frozen or disconnected. */
const ANSWER_WITHIN_MS = 20_000;

/**
 * Opens the pool. A statement is limited to 15 s (the slowest one, a statistics roll-up, takes less than 1 s), and a
 * wait for a lock to 5 s. An idle transaction is ended after 10 s, because none of ours waits for a person. A
 * connection whose server does not reply at all is closed after 20 s, which fails its query and frees its slot in the
 * pool.
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
  // A connection can be lost while it is checked out and between two queries, when the pool does not listen to it.
  // Without a listener, Node would end the process. For idle connections the pool reports the same error a second
  // time.
  pool.on("connect", (client) => {
    client.on("error", options.onLost);
    closeUnanswered(client, options.answerWithinMs ?? ANSWER_WITHIN_MS);
  });
  pool.on("error", () => {});
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/**
 * Closes a connection that leaves a query unanswered. If only the query were abandoned, as node-postgres'
 * query_timeout does, the connection would return to the pool in the middle of a transaction.
 */
function closeUnanswered(client: pg.PoolClient, milliseconds: number): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.destroy(new Error("Connection terminated: the database does not respond"));
  };
  client.query = ((...args: unknown[]) => {
    clearTimeout(timer);
    timer = setTimeout(close, milliseconds);
    return query(...args);
  }) as typeof client.query;
  // The connection is idle again or closed.
  for (const event of ["drain", "end"] as const) client.on(event, () => clearTimeout(timer));
}
