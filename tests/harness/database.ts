import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { type Database, openDatabase } from "../../server/src/platform/db/database.ts";
import { expectBooksBalanced } from "./ledger.ts";
// This import provides the types of the values from the global setup.
import type {} from "./postgres.global.ts";

/** A separate, migrated database. */
export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  readonly db: Database;
  readonly pool: pg.Pool;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
}

/**
 * The number of connections. Tests with 100 parallel runs need more than a node on a laptop has, and the database
 * server allows 200.
 */
const POOL_SIZE = 20;

/** Creates a copy of the migrated template in about 40 ms. The caller drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("testServerUrl");
  const name = `stoa_test_${process.pid}_${randomBytes(6).toString("hex")}`;
  await onServer(
    serverUrl,
    `CREATE DATABASE ${name} TEMPLATE ${inject("templateDatabase")} STRATEGY FILE_COPY`,
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  let dropping = false;
  const { db, pool } = openDatabase({
    url: url.href,
    poolSize: POOL_SIZE,
    onLost: (error) => {
      if (!dropping) console.error(`test database ${name}:`, error.message);
    },
  });
  const drop = async () => {
    dropping = true;
    await db.destroy();
    await onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { name, url: url.href, db, pool, drop };
}

/**
 * Creates a database for all tests of the calling file (or describe block), checks it with `expectBooksBalanced`
 * after them and drops it. Call the returned function inside tests.
 */
export function useTestDatabase(): () => TestDatabase {
  let current: TestDatabase | null = null;
  beforeAll(async () => {
    current = await createTestDatabase();
  });
  afterAll(async () => {
    if (current === null) return;
    try {
      await expectBooksBalanced(current.db);
    } finally {
      await current.drop();
      current = null;
    }
  });
  return () => {
    if (current === null) throw new Error("The test database exists only while tests run.");
    return current;
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
