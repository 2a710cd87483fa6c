import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../../server/src/platform/db/schema/migrate.ts";
import { readSchemaFiles } from "../../server/src/platform/db/schema/schema-files.ts";
import {
  type EmbeddedPostgres,
  removeAbandonedEmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../server/src/platform/postgres/embedded-postgres.ts";
import { findFastFolder } from "./fast-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the server with the test databases. */
    testServerUrl: string;
    /** The migrated database from which the test databases are copied. */
    templateDatabase: string;
  }
}

const SERVER = fileURLToPath(new URL("../../server", import.meta.url));
/**
 * The user's folder for these servers. Every test run has its own server in it, so that two test runs do not collide.
 */
const HOMES = join(findFastFolder(), `stoa-test-postgres-${process.getuid?.() ?? "user"}`);

/**
 * Settings without durability, because test data need not survive a power cut. Creating a test database would otherwise
 * take ten times as long.
 */
const FAST_AND_LOOSE = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "200",
  autovacuum: "off",
};

/**
 * Gives the test run a PostgreSQL server and one migrated template database. If TEST_DATABASE_URL or DATABASE_URL is
 * set, uses that server instead of the embedded one, and changes only databases that are named stoa_test_... there.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const configuredUrl = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  const server =
    configuredUrl === undefined ? await startOwnServer() : { url: configuredUrl, stop: async () => {} };
  const template = `stoa_test_template_${process.pid}`;
  try {
    await createTemplate(server.url, template);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("testServerUrl", server.url);
  project.provide("templateDatabase", template);
  return async () => {
    if (configuredUrl !== undefined) await dropTemplate(server.url, template);
    await server.stop();
  };
}

async function startOwnServer(): Promise<Pick<EmbeddedPostgres, "url" | "stop">> {
  mkdirSync(HOMES, { recursive: true });
  chmodSync(HOMES, 0o755);
  for (const name of readdirSync(HOMES)) await removeAbandonedEmbeddedPostgres(join(HOMES, name));
  const home = mkdtempSync(join(HOMES, "run-"));
  // mkdtemp creates a folder with mode 0700. As root, the database runs as another user, who must be able to enter it.
  chmodSync(home, 0o711);
  const quiet = { info: () => {}, warn: (message: string) => console.warn(message) };
  const server = await startEmbeddedPostgres({ home, log: quiet, settings: FAST_AND_LOOSE });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      removeEmbeddedPostgres(home);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function createTemplate(serverUrl: string, template: string): Promise<void> {
  await withServer(serverUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${template}`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${template}`;
  await migrate(url.href, readSchemaFiles(SERVER));
  // The template refuses connections, because a database that is in use cannot be copied.
  await withServer(serverUrl, (client) => client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`));
}

async function dropTemplate(serverUrl: string, template: string): Promise<void> {
  await withServer(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`));
}

async function withServer(url: string, action: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await action(client);
  } finally {
    await client.end();
  }
}
