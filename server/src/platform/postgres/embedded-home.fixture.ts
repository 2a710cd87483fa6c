import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { readPostmasterFile } from "./postmaster-file.ts";

/** Every test creates or recovers a real cluster, which takes about a second on an idle machine. */
export const TIMEOUT = 60_000;

/** The contents of the table `kept` after `keepOneRow`. */
export const KEPT = [{ value: 7 }];

/** Returns the path of a home that does not exist yet, in a folder that every user can enter. */
export function newHome(): string {
  const folder = mkdtempSync(join(tmpdir(), "stoa-embedded-"));
  chmodSync(folder, 0o755);
  const home = join(folder, "home");
  onTestFinished(() => {
    if (existsSync(home)) removeEmbeddedPostgres(home);
    rmSync(folder, { recursive: true, force: true });
  });
  return home;
}

/**
 * Prepares a home for the calling file. The returned function creates a stopped copy of it, whose database has one
 * row. Copying avoids creating a cluster, which takes a second of CPU time.
 */
export function useHomesWithRow(): () => string {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "stoa-embedded-"));
    chmodSync(folder, 0o755);
    const log = { info: () => {}, warn: () => {} };
    const server = await startEmbeddedPostgres({ home: join(folder, "home"), log });
    await keepOneRow(server.url);
    await server.stop();
  }, TIMEOUT);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => {
    const home = newHome();
    copyHome(join(folder, "home"), home);
    return home;
  };
}

/** Copies a stopped home to a new path and preserves owners and times. */
export function copyHome(home: string, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true });
  execFileSync("cp", ["-a", home, copy]);
}

/** Starts a server in this process and stops it at the end of the test. */
export async function start(
  home: string,
  onLine: (line: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ home, log: { info: onLine, warn: onLine } });
  onTestFinished(() => server.stop());
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
