import {
  type Agent,
  ExecutionResult,
  FAILING_AGENT,
  MyAgents,
  NotificationList,
  UploadReply,
} from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { insertNotice } from "../../notifications/notification-store.ts";
import { uploadForm, versionForm } from "../catalog-server.fixture.ts";
import { readFailureStreak } from "./failing-agent-store.ts";
import { FailingAgents } from "./failing-agents.ts";

const server = useTestServer();
const { failures: PAUSE_AFTER } = FAILING_AGENT.pauseAfter;

const FAILS_ON_DEMAND = `def run(message: str) -> str:
    if message == "fail":
        raise ValueError("told to fail")
    return message
`;

async function createAgent(owner: Person): Promise<{ id: number; name: string; path: string }> {
  const form = uploadForm({ file: { name: "agent.py", content: FAILS_ON_DEMAND } });
  const answer = await server().client.call("POST", "/api/v1/agents/upload", { token: owner.token, form });
  const { id, name } = parseAnswer(UploadReply, answer).agent;
  return { id, name, path: `/api/v1/agents/${id}` };
}

function runAs({ token }: Person, agentId: number, message: string) {
  const body = { agent_id: agentId, input_data: { message } };
  return server().client.post("/api/v1/execute/run", body, { token });
}

async function failFor(callers: readonly Person[], agentId: number, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const caller = callers[time % callers.length];
    if (!caller) throw new Error("somebody must run it");
    expect(parseAnswer(ExecutionResult, await runAs(caller, agentId, "fail"))).toMatchObject({
      error: "agent_failed",
    });
  }
}

async function people<Count extends number>(count: Count): Promise<Person[]> {
  return Promise.all(Array.from({ length: count }, () => server().client.register()));
}

/** Waits until every ended run is counted and its agent's failures are checked. */
async function lookedAt(agentId: number): Promise<void> {
  const { db } = server();
  await expect
    .poll(async () => (await sql`SELECT FROM outbox WHERE topic = 'runs.statistics'`.execute(db)).rows, {
      timeout: 8_000,
    })
    .toEqual([]);
  // Checks the failures three times at once, as several servers could.
  await Promise.all([1, 2, 3].map(() => new FailingAgents(db, insertNotice).check([agentId])));
}

async function shown(owner: Person, agentId: number): Promise<Agent | undefined> {
  const { client } = server();
  const mine = parseAnswer(MyAgents, await client.get("/api/v1/agents/my-agents", { token: owner.token }));
  return mine.agents.find(({ id }) => id === agentId);
}

async function listNotices(owner: Person, kind: string) {
  const answer = await server().client.get("/api/v1/notifications", { token: owner.token });
  return parseAnswer(NotificationList, answer).notifications.filter((notice) => notice.kind === kind);
}

test("ten consecutive failed runs by three callers pause an agent once and notify its developer", async () => {
  const { client } = server();
  const [owner, ...callers] = await people(4);
  if (!owner) throw new Error("somebody owns it");
  const { id, name, path } = await createAgent(owner);
  await failFor(callers, id, PAUSE_AFTER);
  await lookedAt(id);

  const reason =
    "This agent was paused because its last 10 runs by 3 different callers failed in its own code. It is not listed and cannot be run. Upload a fixed version, or switch it on again.";
  expect(await shown(owner, id)).toMatchObject({
    is_active: false,
    pause: { reason, since: expect.any(String) },
  });
  expect(await listNotices(owner, "agent_paused")).toMatchObject([
    { type: "error", title: "Agent paused", agent_id: id, message: expect.stringContaining(name) },
  ]);
  expect((await client.get(path)).status).toBe(404);
  const stranger = await client.register();
  expect((await runAs(stranger, id, "hi")).status).toBe(404);
  expect(await client.get(`/api/v1/developers/${owner.username}`)).toMatchObject({ status: 404 });

  const resumed = await client.put(path, { is_active: true }, { token: owner.token });
  expect(resumed).toMatchObject({ status: 200, body: { is_active: true } });
  expect(resumed.body).not.toHaveProperty("pause");
  expect(parseAnswer(ExecutionResult, await runAs(stranger, id, "hi"))).toMatchObject({ success: true });
  await failFor(callers, id, 2);
  await lookedAt(id);
  expect(await shown(owner, id)).toMatchObject({ is_active: true });
});

test("a new version ends the pause and lists the agent again", async () => {
  const { client } = server();
  const [owner, ...callers] = await people(4);
  if (!owner) throw new Error("somebody owns it");
  const { id, path } = await createAgent(owner);
  await failFor(callers, id, PAUSE_AFTER);
  await lookedAt(id);
  expect((await shown(owner, id))?.pause).toBeDefined();
  const form = versionForm("def run(message: str) -> str:\n    return message\n");
  expect((await client.call("POST", `${path}/versions`, { token: owner.token, form })).status).toBe(201);
  const mended = await shown(owner, id);
  expect(mended).toMatchObject({ is_active: true });
  expect(mended).not.toHaveProperty("pause");
  expect((await client.get(path)).status).toBe(200);
});

test("failed runs by only two callers, by the owner, or before and after a completed run do not pause an agent", async () => {
  const [owner, first, second, third] = await people(4);
  if (!owner || !first || !second || !third) throw new Error("four people are needed");
  const { id } = await createAgent(owner);
  await failFor([first, second], id, PAUSE_AFTER);
  await failFor([owner], id, 1);
  await lookedAt(id);
  expect(await shown(owner, id)).toMatchObject({ is_active: true });
  expect(parseAnswer(ExecutionResult, await runAs(third, id, "hi"))).toMatchObject({ success: true });
  await failFor([first, second, third], id, PAUSE_AFTER - 1);
  await lookedAt(id);
  expect(await shown(owner, id)).toMatchObject({ is_active: true });
});

test("a developer is notified once per day if consecutive runs of an agent by three callers fail", async () => {
  const [owner, ...callers] = await people(4);
  if (!owner) throw new Error("somebody owns it");
  const { id, name } = await createAgent(owner);
  await failFor(callers.slice(0, 2), id, 2);
  await lookedAt(id);
  expect(await listNotices(owner, "agent_failing")).toEqual([]);
  await failFor(callers.slice(2), id, 1);
  await lookedAt(id);
  await failFor(callers, id, 3);
  await lookedAt(id);
  expect(await listNotices(owner, "agent_failing")).toMatchObject([
    {
      title: "Agent failing",
      message: `The last 3 runs of ${name} by 3 different callers failed in its own code. After 10 consecutive failures the agent is paused. Test it in the studio and upload a fixed version.`,
    },
  ]);
});

test("failures caused by our servers, a provider or a caller's service do not pause an agent", async () => {
  const { db } = server();
  const [owner, ...callers] = await people(4);
  if (!owner) throw new Error("somebody owns it");
  const { id } = await createAgent(owner);
  await failFor(callers, id, PAUSE_AFTER - 1);
  const codes = ["internal", "provider_unavailable", "cancelled", "agent_suspended"];
  await sql`UPDATE runs SET error_code = (${codes}::text[])[1 + row % 4] FROM (
      SELECT id AS run_id, row_number() OVER () AS row FROM runs WHERE agent_id = ${id}) numbered
    WHERE runs.id = run_id`.execute(db);
  await failFor(callers, id, 1);
  await sql`INSERT INTO run_events (run_id, seq, kind, is_refusal, payload, at)
    SELECT id, 900, 'connector_call', true, 'sealed', now() FROM runs
    WHERE agent_id = ${id} AND error_code = 'agent_failed'`.execute(db);
  expect(await readFailureStreak(db, id)).toEqual({ failures: 0, callers: 0 });
});
