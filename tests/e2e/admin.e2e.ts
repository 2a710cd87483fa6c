import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { AgentList, ExecutionResult } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRun, readEvents } from "../../server/src/modules/runs/live/event-reader.fixture.ts";
import { Client, type Person, parsed } from "../harness/client.ts";
import { removeHome, ServerProcess, temporaryHome } from "../harness/server-process.ts";
import { seededHome } from "./seeded-home.ts";

const ENTRY = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));
const home = seededHome();
let server: ServerProcess;
let other: ServerProcess;
const otherHome = temporaryHome();

beforeAll(async () => {
  server = await ServerProcess.start(home);
  other = await ServerProcess.start(otherHome, { DATABASE_URL: server.databaseUrl });
}, 240_000);
afterAll(async () => {
  await other?.stop();
  await server?.stop();
  for (const each of [otherHome, home]) removeHome(each);
});

/** Returns what the command prints while the server runs. */
async function admin(...args: string[]): Promise<{ code: number; said: string; refused: string }> {
  const child = promisify(execFile)(process.execPath, [ENTRY, "admin", ...args], {
    env: { PATH: process.env.PATH, STOA_HOME: home },
  });
  const ended = await child.catch((error: unknown) => Object(error));
  return { code: ended.code ?? 0, said: ended.stdout.trim(), refused: ended.stderr.trim() };
}

const SLOW = `import time


def run(message: str):
    yield "started, "
    time.sleep(60 if message == "long" else 0)
    yield "and finished"
`;

/** Starts a run on this server that prints its first output and then waits. */
async function liveRun({ url }: Client, { token }: Person, agent_id: number): Promise<Response> {
  const stream = await openRun(url, token, { agent_id, input_data: { message: "long" } });
  await readEvents(stream.clone(), ({ event }) => event === "output");
  return stream;
}

async function uploadSlow(client: Client, { token }: Person): Promise<number> {
  const form = new FormData();
  form.set("name", "Tortoise");
  form.set("description", "Takes its time when it is asked for it");
  form.set(
    "documentation",
    "Send anything; the answer comes in two pieces, a minute apart where you say long.",
  );
  form.set("file", new File([SLOW], "slow.py"));
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return Number(Object(Object(answer.body).agent).id);
}

test("an operator can look up accounts, refund, suspend across two servers, grant credits and count", async () => {
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
  const paid = parsed(ExecutionResult, await run(here, "short"));

  expect((await admin("show-run", paid.run_id)).said).toContain(`Tortoise (agent ${agentId}), version 1`);
  const refusal = await admin("refund", paid.run_id, "--reason", "It was late");
  expect(refusal).toMatchObject({ code: 1, said: "" });
  expect(refusal.refused).toMatch(/^stoa: Refund .*\nNothing was done: .* Add --yes to do it\.$/);
  const refunded = await admin("refund", paid.run_id, "--reason", "It was late", "--yes", "--json");
  expect(JSON.parse(refunded.said)).toMatchObject({
    payer: caller.username,
    refunded: String(paid.cost),
    runs: 1,
  });

  const live = await Promise.all(clients.map((client) => liveRun(client, caller, agentId)));
  expect(await admin("suspend-agent", String(agentId), "--reason", "Takes people's time", "-y")).toEqual({
    code: 0,
    said: `Tortoise (agent ${agentId}) is suspended. Its owner ${developer.username} is told why.`,
    refused: "",
  });
  for (const stream of live)
    expect((await readEvents(stream)).at(-1)?.data).toMatchObject({
      success: false,
      error: "agent_suspended",
      cost: 0,
    });
  expect(await run(there, "short")).toMatchObject({ status: 403, body: { error: "agent_suspended" } });
  const list = parsed(AgentList, await there.get("/api/v1/agents/?search=tortoise"));
  expect(list.agents).toEqual([]);
  expect((await admin("restore-agent", String(agentId))).code).toBe(0);
  expect(parsed(ExecutionResult, await run(there, "short")).success).toBe(true);

  await admin("suspend-user", caller.username, "--reason", "Too many cards", "--yes");
  await expect
    .poll(() => there.get("/api/v1/billing/balance", { token: caller.token }))
    .toMatchObject({ status: 403, body: { error: "account_suspended" } });
  await admin("restore-user", caller.username);
  expect((await admin("set-plan", caller.username, "creator")).said).toBe(
    `${caller.username} is on the creator plan.`,
  );
  expect((await admin("grant-credits", caller.username, "2.5", "--reason", "Sorry", "--yes")).said).toMatch(
    new RegExp(`^${caller.username} has 2.5 USD more. Their balance is [\\d.]+ USD.$`),
  );
  expect((await admin("show-user", caller.username)).said).toMatch(/plan +creator/);
  const log = JSON.parse((await admin("audit", "--user", caller.username, "--json")).said);
  expect(log.entries.map(({ action }: { action: string }) => action)).toEqual([
    "account.grant_credits",
    "account.set_plan",
    "user.restore",
    "user.suspend",
  ]);
  expect(await admin("reconcile")).toMatchObject({
    code: 0,
    said: expect.stringMatching(/The books are right\.$/),
  });
}, 240_000);

test("a command that cannot succeed prints one line and exits with 1; help lists the commands", async () => {
  expect(await admin("show-user", "nobody_here")).toEqual({
    code: 1,
    said: "",
    refused: 'stoa: There is no user "nobody_here".',
  });
  expect(await admin()).toMatchObject({ code: 0, said: expect.stringMatching(/^ {2}reconcile {2}/m) });
});
