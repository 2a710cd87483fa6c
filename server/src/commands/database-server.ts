import pg from "pg";
import type { Config } from "../config.ts";
import {
  type EmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../platform/postgres/embedded-postgres.ts";
import { OperatorError } from "./operator-error.ts";

/** A database that answers, and how to let go of it. */
export interface DatabaseServer {
  url: string;
  stop(): Promise<void>;
}

type Log = Parameters<typeof startEmbeddedPostgres>[0]["log"];

/**
 * The server of `DATABASE_URL`, else the embedded one.
 * @throws OperatorError when the given one does not answer; EmbeddedPostgresError when ours does not start.
 */
export async function openDatabaseServer(config: Config, log: Log): Promise<DatabaseServer> {
  if (config.databaseUrl !== undefined) {
    await requireAnswer(config.databaseUrl);
    return { url: config.databaseUrl, stop: async () => {} };
  }
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ home: config.home, log });
  return { url: server.url, stop: () => server.stop() };
}

/** For commands beside a running server: the database it uses. Starts ours when nothing runs. */
export async function joinDatabaseServer(config: Config, log: Log): Promise<DatabaseServer> {
  const running = config.databaseUrl === undefined ? runningEmbeddedPostgres(config.home) : null;
  if (running) return { url: running.url, stop: async () => {} };
  return openDatabaseServer(config, log);
}

async function requireAnswer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    const version = rows[0]?.version ?? 0;
    // uuidv7() is new in 18.
    if (version < 180_000)
      throw new OperatorError(
        `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; Stoa needs 18 or newer.`,
      );
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The database of DATABASE_URL does not answer (${reason(error)}). Check host, port, name, user and password.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** Node reports a refused connection to several addresses as an AggregateError without a message. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
