import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect } from "vitest";
import { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { readPostmasterFile } from "./postmaster-file.ts";

/** Every test creates or recovers a real cluster, about a second each on an idle machine. */
export const TIMEOUT = 60_000;

/** What `keepOneRow` leaves in the table `kept`. */
export const KEPT = [{ value: 7 }];

const cleanups: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Returns the path of a home that does not exist yet, in a folder that every user can enter. */
export function newHome(): string {
  const folder = mkdtempSync(join(tmpdir(), "stoa-embedded-"));
  chmodSync(folder, 0o755);
  const home = join(folder, "home");
  cleanups.push(() => {
    if (existsSync(home)) removeEmbeddedPostgres(home);
    rmSync(folder, { recursive: true, force: true });
  });
  return home;
}

/** Starts a server in this process, which the end of the test stops. */
export async function start(
  home: string,
  onLine: (line: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ home, log: { info: onLine, warn: onLine } });
  cleanups.push(() => server.stop());
  return server;
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function keepOneRow(url: string): Promise<void> {
  await query(url, "CREATE TABLE kept AS SELECT 7 AS value");
}

export function postmasterPid(home: string): number {
  return readPostmasterFile(join(home, "postgres", "data"))?.pid ?? expect.fail("no server runs");
}
