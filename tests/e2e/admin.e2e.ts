import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { AgentList, ExecutionResult } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRun, readEvents } from "../../server/src/modules/runs/live/event-reader.fixture.ts";
import { Client, type Person, parseAnswer } from "../harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../harness/server-process.ts";
import { createSeededHome } from "./seeded-home.ts";

const ENTRY = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));
const home = createSeededHome();
let server: ServerProcess;
let other: ServerProcess;
const otherHome = createTemporaryHome();

beforeAll(async () => {
  server = await ServerProcess.start(home);
  other = await ServerProcess.start(otherHome, { DATABASE_URL: server.databaseUrl });
}, 240_000);
afterAll(async () => {
  await other?.stop();
  await server?.stop();
  for (const each of [otherHome, home]) removeHome(each);
});

/** Runs the command while the server is running, and returns its output. */
async function runAdmin(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = promisify(execFile)(process.execPath, [ENTRY, "admin", ...args], {
    env: { PATH: process.env.PATH, STOA_HOME: home },
  });
  const ended = await child.catch((error: unknown) => Object(error));
  return { code: ended.code ?? 0, stdout: ended.stdout.trim(), stderr: ended.stderr.trim() };
}

const SLOW = `import time


def run(message: str):
    yield "started, "
    time.sleep(60 if message == "long" else 0)
    yield "and finished"
`;

/** Starts a run on this server that prints its first output and then waits. */
async function startRun({ url }: Client, { token }: Person, agent_id: number): Promise<Response> {
  const stream = await openRun(url, token, { agent_id, input_data: { message: "long" } });
  await readEvents(stream.clone(), ({ event }) => event === "output");
  return stream;
}

async function uploadSlow(client: Client, { token }: Person): Promise<number> {
  const form = new FormData();
  form.set("name", "Tortoise");
  form.set("description", "Answers slowly if the message asks for it");
  form.set(
    "documentation",
    "Send any text. The answer comes in two pieces, a minute apart if the message is long.",
  );
  form.set("file", new File([SLOW], "slow.py"));
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return Number(Object(Object(answer.body).agent).id);
}

test("an operator can show and refund runs, suspend agents and users, grant credits and read the log", async () => {
  const clients = [new Client(server.url), new Client(other.url)];
  const [here, there] = clients;
  if (!here || !there) throw new Error("two servers run");
  const [developer, caller] = [await here.register(), await here.register()];
  const agentId = await uploadSlow(here, developer);
  const run = (client: Client, message: string) =>
    client.post(
      "/api/v1/execute/run",
      { agent_id: agentId, input_data: { message } },
      { token: caller.token },
    );
  const paid = parseAnswer(ExecutionResult, await run(here, "short"));

  expect((await runAdmin("show-run", paid.run_id)).stdout).toContain(
    `Tortoise (agent ${agentId}), version 1`,
  );
  const refusal = await runAdmin("refund", paid.run_id, "--reason", "It was late");
  expect(refusal).toMatchObject({ code: 1, stdout: "" });
  expect(refusal.stderr).toMatch(/^stoa: Refund .*\nNothing was changed: .* Add --yes to proceed\.$/);
  const refunded = await runAdmin("refund", paid.run_id, "--reason", "It was late", "--yes", "--json");
  expect(JSON.parse(refunded.stdout)).toMatchObject({
    payer: caller.username,
    refunded: String(paid.cost),
    runs: 1,
  });

  const live = await Promise.all(clients.map((client) => startRun(client, caller, agentId)));
  expect(await runAdmin("suspend-agent", String(agentId), "--reason", "Takes people's time", "-y")).toEqual({
    code: 0,
    stdout: `Tortoise (agent ${agentId}) is suspended. Its owner ${developer.username} is notified with the reason.`,
    stderr: "",
  });
  for (const stream of live)
    expect((await readEvents(stream)).at(-1)?.data).toMatchObject({
      success: false,
      error: "agent_suspended",
      cost: 0,
    });
  expect(await run(there, "short")).toMatchObject({ status: 403, body: { error: "agent_suspended" } });
  const list = parseAnswer(AgentList, await there.get("/api/v1/agents/?search=tortoise"));
  expect(list.agents).toEqual([]);
  expect((await runAdmin("restore-agent", String(agentId))).code).toBe(0);
  expect(parseAnswer(ExecutionResult, await run(there, "short")).success).toBe(true);

  await runAdmin("suspend-user", caller.username, "--reason", "Too many cards", "--yes");
  await expect
    .poll(() => there.get("/api/v1/billing/balance", { token: caller.token }))
    .toMatchObject({ status: 403, body: { error: "account_suspended" } });
  await runAdmin("restore-user", caller.username);
  expect((await runAdmin("set-plan", caller.username, "creator")).stdout).toBe(
    `${caller.username} is on the creator plan.`,
  );
  expect(
    (await runAdmin("grant-credits", caller.username, "2.5", "--reason", "Sorry", "--yes")).stdout,
  ).toMatch(new RegExp(`^Granted 2.5 USD to ${caller.username}. New balance: [\\d.]+ USD.$`));
  expect((await runAdmin("show-user", caller.username)).stdout).toMatch(/plan +creator/);
  const log = JSON.parse((await runAdmin("audit", "--user", caller.username, "--json")).stdout);
  expect(log.entries.map(({ action }: { action: string }) => action)).toEqual([
    "account.grant_credits",
    "account.set_plan",
    "user.restore",
    "user.suspend",
  ]);
  expect(await runAdmin("reconcile")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/The ledger is consistent\.$/),
  });
}, 240_000);

test("a failing command prints one line and exits with 1", async () => {
  expect(await runAdmin("show-user", "nobody_here")).toEqual({
    code: 1,
    stdout: "",
    stderr: 'stoa: There is no user "nobody_here".',
  });
  expect(await runAdmin()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ {2}reconcile {2}/m) });
});
