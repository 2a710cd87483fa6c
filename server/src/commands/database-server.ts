import pg from "pg";
import type { Config } from "../config.ts";
import { SchemaVersionError } from "../platform/db/schema/baseline.ts";
import { migrate } from "../platform/db/schema/migrate.ts";
import { readSchemaFiles } from "../platform/db/schema/schema-files.ts";
import { grantRights, grantToServerRole, parseRole, readRolePower } from "../platform/db/server-role.ts";
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from "../platform/postgres/embedded-postgres.ts";
import { OperatorError } from "./operator-error.ts";
import { SERVER } from "./paths.ts";

/** A reachable database server. */
export interface DatabaseServer {
  /**
   * The URL that the server connects with. Its role owns no tables if the operator has set up a
   * separate owner.
   */
  url: string;
  /** The URL with the role that owns the tables: for migrations, backups and `stoa admin`. */
  ownerUrl: string;
  stop(): Promise<void>;
}

type Addresses = Pick<DatabaseServer, "url" | "ownerUrl">;
type Log = Parameters<typeof startEmbeddedPostgres>[0]["log"];

/**
 * Opens the server of `DATABASE_URL`, or starts the embedded PostgreSQL.
 * @throws OperatorError if the configured server does not answer or is too old; EmbeddedPostgresError if the embedded
 * server does not start.
 */
export async function openDatabaseServer(config: Config, log: Log): Promise<DatabaseServer> {
  if (config.databaseUrl !== undefined) {
    const { databaseUrl: url, databaseOwnerUrl: ownerUrl = config.databaseUrl } = config;
    await requireAnswer(url, "DATABASE_URL");
    if (ownerUrl !== url) await requireAnswer(ownerUrl, "DATABASE_OWNER_URL");
    return { url, ownerUrl, stop: async () => {} };
  }
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ home: config.home, log });
  return { url: server.serverUrl, ownerUrl: server.url, stop: () => server.stop() };
}

/**
 * Returns the database of a running server, for commands that run alongside it. Starts the embedded PostgreSQL if
 * none is running.
 */
export async function joinDatabaseServer(config: Config, log: Log): Promise<DatabaseServer> {
  const running = config.databaseUrl === undefined ? findRunningPostgres(config.home) : null;
  if (running) return { url: running.url, ownerUrl: running.url, stop: async () => {} };
  return openDatabaseServer(config, log);
}

/**
 * Migrates the database as its owner and grants the server's role access to new objects. Returns a warning for the
 * operator if the server's role could change immutable data.
 */
export async function prepareDatabase({ url, ownerUrl }: Addresses): Promise<string | undefined> {
  await migrateDatabase({ url, ownerUrl });
  if (parseRole(url) !== parseRole(ownerUrl)) await grantToServerRole(ownerUrl, parseRole(url));
  const { role, isSuperuser, ownsTables } = await readRolePower(url);
  if (!isSuperuser && !ownsTables) return undefined;
  return `The server connects to the database as "${role}", which ${isSuperuser ? "is a superuser" : "owns its tables"} and could change immutable rows. See DATABASE_OWNER_URL in docs/operating.md.`;
}

/**
 * Migrates the database as its owner. Grants the server's role access to new objects in the same transaction, so that
 * running nodes keep their access. Returns the names of the applied migrations.
 */
export async function migrateDatabase({ url, ownerUrl }: Addresses): Promise<string[]> {
  const role = parseRole(url);
  try {
    return await migrate(ownerUrl, readSchemaFiles(SERVER), {
      finish: async (client) => {
        if (role !== parseRole(ownerUrl)) await grantRights(client, role);
      },
    });
  } catch (error) {
    throw error instanceof SchemaVersionError ? new OperatorError(error.message, { cause: error }) : error;
  }
}

async function requireAnswer(url: string, setting: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    const version = rows[0]?.version ?? 0;
    // Stoa needs `uuidv7()`, which PostgreSQL added in version 18.
    if (version < 180_000)
      throw new OperatorError(
        `${setting} points to PostgreSQL ${Math.floor(version / 10_000)}. Stoa needs version 18 or newer.`,
      );
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `Could not connect to the database in ${setting} (${getReason(error)}). Check the host, port, name, user and password.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Returns an error's message. For a host with several addresses, Node reports a refused connection as an
 * AggregateError without a message.
 */
function getReason(error: unknown): string {
  if (error instanceof AggregateError) return getReason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
