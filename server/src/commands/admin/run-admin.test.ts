import { afterEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { readConfig } from "../../config.ts";
import { someAccount, someAgent } from "../../modules/catalog/catalog.fixture.ts";
import { ledger } from "../../modules/ledger/index.ts";
import { ADMIN_COMMANDS } from "./commands.ts";
import { runAdmin } from "./run-admin.ts";

const database = useTestDatabase();
afterEach(() => vi.restoreAllMocks());

/** Runs a command as if it were typed. Returns its exit code and output. */
async function typed(...args: string[]): Promise<{ code: number; lines: string[] }> {
  let said = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
  const config = readConfig({ DATABASE_URL: database().url }, process.cwd());
  const code = await runAdmin(config, args);
  return { code, lines: said.trimEnd().split("\n") };
}

async function someone(): Promise<string> {
  const { db } = database();
  const { username, accountId } = await someAccount(db);
  await db.transaction().execute((tx) => ledger.openAccount(tx, accountId));
  return username;
}

test.each([
  [["suspend-agent", "4711", "--reason", "x", "--yes"], "There is no agent 4711."],
  [["restore-agent", "4711"], "There is no agent 4711."],
  [["suspend-user", "nobody", "--reason", "x", "--yes"], 'There is no user "nobody".'],
  [["restore-user", "nobody"], 'There is no user "nobody".'],
  [["grant-role", "nobody", "operator"], 'There is no user "nobody".'],
  [["grant-role", "nobody", "queen"], "There are no other roles"],
  [["set-plan", "nobody", "free"], 'There is no user "nobody".'],
  [["set-file-limit", "nobody", "1GB", "--reason", "x"], 'There is no user "nobody".'],
  [["set-file-limit", "ada", "1GB"], "Add a reason"],
  [["set-file-limit", "ada", "lots", "--reason", "x"], '"lots" is not a size. Use a size such as 500MB'],
  [["set-file-limit", "ada", "101TB", "--reason", "x"], "The largest limit is"],
  [["set-file-limit", "ada"], "Usage: stoa admin set-file-limit"],
  [["grant-credits", "nobody", "5", "--reason", "x", "--yes"], 'There is no user "nobody".'],
  [["grant-credits", "nobody", "1e9", "--reason", "x"], "is not an amount"],
  [["grant-credits", "nobody", "5"], "Add a reason, for example --reason"],
  [["refund", `run_${"0".repeat(32)}`, "--reason", "x"], "There is no run run_000"],
  [["refund", "12", "--reason", "x"], "is not a run ID"],
  [["show-run", `run_${"0".repeat(32)}`], "There is no run run_000"],
  [["show-user"], "Name one user."],
  [["audit", "--agent", "1", "--user", "ada"], "Use only one of --user, --agent and --subject."],
  [["audit", "--limit", "0"], "--limit must be a number from 1 to 1000."],
  [["suspend-user", "ada", "--why", "x"], "Unknown option '--why'\n\nUsage: stoa admin suspend-user"],
  [["rotate-keys", "--json"], "Unknown option '--json'"],
  [["fly"], 'Unknown command "admin fly".'],
])("rejects %j with a message", async (args, words) => {
  await expect(typed(...args)).rejects.toThrow(words);
});

test("a command that needs confirmation does nothing without a terminal", async () => {
  const username = await someone();
  await expect(typed("suspend-user", username, "--reason", "x")).rejects.toThrow(
    /^Suspend u\w+\? .*\nNothing was changed: this is not a terminal, so you cannot confirm. Add --yes to proceed.$/,
  );
  await expect(typed("grant-credits", username, "5", "--reason", "x")).rejects.toThrow("Nothing was changed");
  expect((await typed("show-user", username)).lines[1]).toMatch(/^ {2}state +active$/);
});

test("--json prints JSON with exact amounts", async () => {
  const username = await someone();
  const given = ["grant-credits", username, "0.000000001", "--reason", "x", "--yes", "--json"];
  const { lines } = await typed(...given);
  expect(JSON.parse(lines.join("\n"))).toEqual({
    username,
    granted: "0.000000001",
    balance: "0.000000001",
    expires_at: null,
  });
});

test("control characters in a user's text cannot change the output", async () => {
  const username = await someone();
  await typed("suspend-user", username, "--yes", "--reason", "red \u001b[31m and \u202e back");
  expect((await typed("show-user", username)).lines[1]).toContain("red \ufffd[31m and \ufffd back");
});

test("control characters in a user's text cannot change a confirmation question", async () => {
  const { db } = database();
  const { accountId } = await someAccount(db);
  const id = await someAgent(db, accountId, { name: "red \u001b[31m and \u202e back" });
  await expect(typed("suspend-agent", String(id), "--reason", "x")).rejects.toThrow(
    `Suspend red \ufffd[31m and \ufffd back (agent ${id})`,
  );
});

test("every command is listed, and its help fits 80 columns", async () => {
  const list = await typed();
  for (const { name } of ADMIN_COMMANDS) {
    expect(list.lines.some((line) => line.startsWith(`  ${name}`))).toBe(true);
    const help = await typed(name, "--help");
    expect(help.code).toBe(0);
    expect(help.lines[0]).toMatch(new RegExp(`^Usage: stoa admin ${name}( |$)`));
    for (const line of [...list.lines, ...help.lines]) expect(line.length, line).toBeLessThanOrEqual(80);
  }
});
