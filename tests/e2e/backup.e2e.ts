import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { findViolations } from "../crash/books.ts";
import { Client, type Person } from "../harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../harness/server-process.ts";
import { copyHome, createSeededHome } from "./seeded-home.ts";

const ENTRY = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));
/** The tests start servers several times, on a machine that may be busy. */
const LONG = { timeout: 300_000 };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function removeAfterTest(home: string): string {
  cleanups.push(() => removeHome(home));
  return home;
}

async function startServer(home: string): Promise<ServerProcess> {
  const server = await ServerProcess.start(home);
  cleanups.push(() => server.stop());
  return server;
}

function runAdmin(home: string, ...args: string[]): string {
  return execFileSync(process.execPath, [ENTRY, "admin", ...args], {
    env: { PATH: process.env.PATH, STOA_HOME: home },
    encoding: "utf8",
  });
}

/** Runs a sample agent at a small cost. */
async function runSample(client: Client, token: string): Promise<void> {
  const body = { agent_id: 1, input_data: { message: "What are your opening hours?" } };
  const answer = await client.post("/api/v1/execute/run", body, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const signIn = async (client: Client, { email, password }: Person) =>
  (await client.post("/api/v1/users/login", { email, password })).status;

const createKey = async (client: Client, token: string) =>
  Object((await client.get("/api/v1/users/me", { token })).body).api_key;

test(
  "a restored backup and the original server run at the same time, each with its own data",
  LONG,
  async () => {
    const original = await startServer(removeAfterTest(createSeededHome()));
    const client = new Client(original.url);
    const early = await client.register();
    await runSample(client, early.token);
    let isWritten = false;
    const load = (async () => {
      while (!isWritten) await runSample(client, early.token);
    })();
    const folder = mkdtempSync(join(tmpdir(), "stoa-backup-"));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const [file, key] = [join(folder, "stoa.backup"), join(folder, "stoa.key")];
    runAdmin(original.home, "backup", file, "--master-key", key);
    isWritten = true;
    await load;
    const late = await client.register();

    const home = removeAfterTest(createTemporaryHome());
    expect(runAdmin(home, "restore", file, "--master-key", key)).toContain("The ledger is consistent.");
    const restored = await startServer(home);
    const other = new Client(restored.url);
    expect(await signIn(other, early)).toBe(200);
    expect(await signIn(other, late)).toBe(401);
    // The API key works, which also shows that the backup contains the master key that seals it.
    const apiKey = await createKey(client, early.token);
    expect(await createKey(other, early.token)).toBe(apiKey);
    await runSample(other, early.token);
    const guest = await other.register();

    expect(await findViolations(restored.databaseUrl, [])).toEqual([]);
    expect(await restored.stop()).toBe(0);
    expect(await signIn(client, late)).toBe(200);
    expect(await signIn(client, guest)).toBe(401);
    await runSample(client, early.token);
    expect(await findViolations(original.databaseUrl, [])).toEqual([]);
  },
);

/**
 * This test is only in the long suite, because other tests cover most of it: every other server of these tests runs on
 * a copy of the shared server's home while the shared server is running, and copied-home.unit.test.ts tests, with only
 * the database, what copies share.
 */
test.runIf(process.env.STOA_TEST_LONG)(
  "a copied home and the original server run at the same time, each with its own data",
  LONG,
  async () => {
    const original = await startServer(removeAfterTest(createSeededHome()));
    const client = new Client(original.url);
    const early = await client.register();
    await original.stop();
    const home = removeAfterTest(createTemporaryHome());
    copyHome(original.home, home);
    await original.startAgain();
    const late = await client.register();

    const copy = await startServer(home);
    const other = new Client(copy.url);
    expect(await signIn(other, early)).toBe(200);
    expect(await signIn(other, late)).toBe(401);
    expect(runAdmin(home, "reconcile")).toContain("The ledger is consistent.");
    await copy.stop();
    expect(await signIn(client, late)).toBe(200);
    expect(await findViolations(original.databaseUrl, [])).toEqual([]);
  },
);
