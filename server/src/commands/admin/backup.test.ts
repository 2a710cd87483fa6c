import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectBooksBalanced } from "../../../../tests/harness/ledger.ts";
import { runAgent } from "../../modules/runs/called/called.fixture.ts";
import { useRuns } from "../../modules/runs/runs.fixture.ts";
import { listTables, quoteIdentifier } from "../../platform/db/backup/database-catalog.ts";
import { exportDatabase } from "../../platform/db/backup/export-database.ts";
import { openDatabase } from "../../platform/db/database.ts";
import { NAMES_BEFORE_BASELINE } from "../../platform/db/schema/baseline.ts";
import { migrate } from "../../platform/db/schema/migrate.ts";
import { lastOfBaseline } from "../../platform/db/schema/schema.fixture.ts";
import { readSchemaFiles } from "../../platform/db/schema/schema-files.ts";
import { createAdmin, readAuditEntries } from "./admin.fixture.ts";

const stack = useRuns();
const KEY = randomBytes(32).toString("base64");
const SETTINGS = { STOA_MASTER_KEY: KEY };
let folder: string;
const made: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "stoa-backup-"));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of made) await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  for (const name of made) await onServer(`DROP ROLE IF EXISTS ${name}`);
});

async function onServer(statement: string): Promise<void> {
  await onDatabase(inject("testServerUrl"), (client) => client.query(statement));
}

async function onDatabase<T>(url: string, action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}

/** Creates an empty database whose owner is not a superuser, as on a hosted PostgreSQL. */
async function emptyDatabase() {
  const name = `stoa_test_${process.pid}_${randomBytes(6).toString("hex")}`;
  made.push(name);
  await onServer(`CREATE ROLE ${name} LOGIN PASSWORD 'restored'`);
  await onServer(`CREATE DATABASE ${name} OWNER ${name}`);
  const url = new URL(inject("testServerUrl"));
  url.pathname = `/${name}`;
  url.username = name;
  url.password = "restored";
  const { db } = openDatabase({ url: url.href, poolSize: 2, onLost: () => {} });
  return { url: url.href, db, admin: createAdmin(db, url.href, SETTINGS) };
}

/** Returns every row of every table as sorted text, without transaction numbers, which differ between databases. */
async function readContents(url: string): Promise<Record<string, string[]>> {
  return onDatabase(url, async (client) => {
    const contents: Record<string, string[]> = {};
    for (const { name, columns } of await listTables(client)) {
      const compared = columns
        .filter(({ type }) => type !== "xid8")
        .map((column) => quoteIdentifier(column.name));
      const { rows } = await client.query<{ line: string }>(
        `SELECT ROW(${compared.join(", ")})::text AS line FROM ONLY ${quoteIdentifier(name)} ORDER BY 1`,
      );
      contents[name] = rows.map(({ line }) => line);
    }
    return contents;
  });
}

async function countRunsWithoutStatistics(db: ReturnType<typeof stack>["db"]): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    SELECT ((SELECT count(*) FROM runs) - (SELECT coalesce(sum(executions), 0) FROM search_documents))::int AS missing
  `.execute(db);
  return rows[0]?.missing ?? 0;
}

const getUrl = (db: ReturnType<typeof stack>["db"]) =>
  sql<{ name: string }>`SELECT current_database() AS name`.execute(db).then(({ rows }) => {
    const url = new URL(inject("testServerUrl"));
    url.pathname = `/${rows[0]?.name}`;
    return url.href;
  });

test("the books are consistent after restoring a backup that was written during transfers", async () => {
  const all = stack();
  const [caller, developer] = [await all.person(), await all.person(0n)];
  const agentId = await all.agent(developer.accountId, {});
  await runAgent(all, caller.token, agentId);
  let isWritten = false;
  const moving = Array.from({ length: 4 }, async () => {
    while (!isWritten) await runAgent(all, caller.token, agentId);
  });
  const url = await getUrl(all.db);
  const file = join(folder, "moving.backup");
  const admin = createAdmin(all.db, url, SETTINGS);
  const before = await all.db.selectFrom("runs").select("id").execute();
  await admin("backup", file).finally(() => {
    isWritten = true;
  });
  await Promise.all(moving);
  const after = await all.db.selectFrom("runs").select("id").execute();

  const restored = await emptyDatabase();
  try {
    const answer = await restored.admin("restore", file);
    expect(answer.failed).toBe(false);
    expect(answer.lines.join("\n")).toContain("The ledger is consistent.");
    await expectBooksBalanced(restored.db);
    const kept = await restored.db.selectFrom("runs").select("id").execute();
    expect(kept.length).toBeGreaterThanOrEqual(before.length);
    expect(kept.length).toBeLessThanOrEqual(after.length);
    // The next roll-up includes the restored postings, and new transaction numbers follow the restored ones.
    await sql`SELECT ledger_roll_up()`.execute(restored.db);
    await expectBooksBalanced(restored.db);
    await expect(sql`DELETE FROM postings`.execute(restored.db)).rejects.toThrow(
      /rows of postings are immutable/,
    );
  } finally {
    await restored.db.destroy();
  }
});

test("a restored database contains every row of every table, and both audit logs record the backup and the restore", async () => {
  const all = stack();
  const url = await getUrl(all.db);
  const file = join(folder, "whole.backup");
  // The node adds the runs of the first test to the statistics in the background. Nothing may change after
  // the backup, so the test waits for that.
  await expect.poll(() => countRunsWithoutStatistics(all.db)).toBe(0);
  const written = await createAdmin(all.db, url, SETTINGS)("backup", file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(written.lines.join("\n")).toMatch(/Warning: this file does not contain the master key/);
  expect(written.lines.join("\n")).toMatch(
    /does not contain the contents of people's files. Copy .*files next/,
  );
  expect(readFileSync(file).includes(KEY) || gunzipSync(readFileSync(file)).includes(KEY)).toBe(false);
  expect(await readAuditEntries(all.db, "database")).toContainEqual(
    expect.objectContaining({ action: "database.backup" }),
  );
  const expected = await readContents(url);

  const restored = await emptyDatabase();
  try {
    await restored.admin("restore", file);
    const audited = await readAuditEntries(restored.db, "database");
    expect(audited.at(-1)).toMatchObject({ action: "database.restore" });
    const { audit_log: logged, ...found } = await readContents(restored.url);
    const { audit_log: before, ...rest } = expected;
    // These tables are not compared: restoring computes the roll-ups again, and the test's node renews its
    // lease in the meantime.
    const changing = ["agent_revenue_days", "wallet_months", "ledger_accounts", "nodes"];
    for (const name of changing) {
      delete found[name];
      delete rest[name];
    }
    expect(found).toEqual(rest);
    expect(logged).toHaveLength((before?.length ?? 0) + 1);
  } finally {
    await restored.db.destroy();
  }
});

test("restores a backup from the last version before the baseline migrations", async () => {
  const product = readSchemaFiles("server");
  const old = await emptyDatabase();
  await migrate(old.url, product, { last: lastOfBaseline(product) });
  await sql`INSERT INTO users (username) VALUES ('at-home')`.execute(old.db);
  await old.db.destroy();
  const file = join(folder, "before-baseline.backup");
  await exportDatabase(old.url, file, []);
  const renamed = join(folder, "renamed.backup");
  const withMigrations = (names: readonly string[]) => {
    const [header = "", ...rows] = gunzipSync(readFileSync(file)).toString("latin1").split("\n");
    const written = JSON.stringify({ ...JSON.parse(header), migrations: names });
    writeFileSync(renamed, gzipSync(Buffer.from([written, ...rows].join("\n"), "latin1")));
  };
  const restored = await emptyDatabase();
  try {
    withMigrations(NAMES_BEFORE_BASELINE.slice(0, -1));
    await expect(restored.admin("restore", renamed)).rejects.toThrow(/last used by an early version of Stoa/);
    withMigrations(NAMES_BEFORE_BASELINE);
    const answer = await restored.admin("restore", renamed);
    expect(answer.lines.join("\n")).toContain("The ledger is consistent.");
    expect(await restored.db.selectFrom("users").select("username").execute()).toEqual([
      { username: "at-home" },
    ]);
  } finally {
    await restored.db.destroy();
  }
});

test("refuses to restore a backup into a database that is in use, and to overwrite a backup", async () => {
  const all = stack();
  await all.person();
  const url = await getUrl(all.db);
  const admin = createAdmin(all.db, url, SETTINGS);
  const file = join(folder, "in-use.backup");
  await admin("backup", file);
  await expect(admin("restore", file)).rejects.toThrow(/^The database is in use: it has \d+ users/);
  await expect(admin("backup", file)).rejects.toThrow(`${file} already exists.`);
});

test("restoring a damaged backup changes nothing and reports the damage, and other files are refused", async () => {
  const all = stack();
  const file = join(folder, "damaged.backup");
  await createAdmin(all.db, await getUrl(all.db), SETTINGS)("backup", file);
  truncateSync(file, Math.floor(statSync(file).size / 2));
  const restored = await emptyDatabase();
  try {
    await expect(restored.admin("restore", file)).rejects.toThrow(/damaged or incomplete/);
    expect(await restored.db.selectFrom("users").select("id").execute()).toEqual([]);
    writeFileSync(join(folder, "other"), "no backup\n");
    await expect(restored.admin("restore", join(folder, "other"))).rejects.toThrow(/not a backup/);
    await expect(restored.admin("restore", join(folder, "none"))).rejects.toThrow("The file does not exist.");
  } finally {
    await restored.db.destroy();
  }
});

test("backup writes the master key only if requested, and restore without it requires a confirmation", async () => {
  const all = stack();
  const url = await getUrl(all.db);
  const [file, keyFile] = [join(folder, "keyed.backup"), join(folder, "keyed.key")];
  const written = await createAdmin(all.db, url, SETTINGS)("backup", file, "--master-key", keyFile);
  expect(written.lines.join("\n")).toMatch(/Store the two files separately/);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(keyFile, "utf8")).toBe(`${KEY}\n`);

  const restored = await emptyDatabase();
  const home = join(folder, "home");
  const elsewhere = createAdmin(restored.db, restored.url, { STOA_HOME: home });
  try {
    writeFileSync(join(folder, "wrong.key"), `${randomBytes(32).toString("base64")}\n`);
    await expect(elsewhere("restore", file, "--master-key", join(folder, "wrong.key"))).rejects.toThrow(
      /contains a different master key/,
    );
    const answer = await elsewhere("restore", file, "--master-key", keyFile);
    expect(answer.asked).toEqual([]);
    expect(readFileSync(join(home, "master.key"), "utf8")).toBe(`${KEY}\n`);
  } finally {
    await restored.db.destroy();
  }
  const keyless = await emptyDatabase();
  try {
    const { asked } = await createAdmin(keyless.db, keyless.url, { STOA_HOME: join(folder, "none") })(
      "restore",
      file,
    );
    expect(asked).toEqual([expect.stringMatching(/^The master key of this backup is missing/)]);
  } finally {
    await keyless.db.destroy();
  }
});
