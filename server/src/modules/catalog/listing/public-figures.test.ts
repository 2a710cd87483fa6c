import { Agent, AgentList, Developer, ExecutionResult, LIMITS, UploadReply } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { findAccountId } from "../catalog.fixture.ts";
import { uploadForm } from "../catalog-server.fixture.ts";

const server = useTestServer();

const ECHO = `import time
def run(message: str) -> str:
    if message == "fail":
        raise ValueError("told to fail")
    if message == "sleep":
        time.sleep(30)
    return message
`;
const callingTo = (agentId: number) => `import stoa
@stoa.agent(agents=[${agentId}])
def run(message: str) -> str:
    return stoa.run_agent(${agentId}, message=message).output
`;

async function publish(owner: Person, content: string): Promise<Agent> {
  const form = uploadForm({ file: { name: "agent.py", content } });
  const answer = await server().client.call("POST", "/api/v1/agents/upload", { token: owner.token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return parseAnswer(UploadReply, answer).agent;
}

async function runAs({ token }: Person, agentId: number, message = "hi", more: object = {}) {
  const body = { agent_id: agentId, input_data: { message }, ...more };
  return parseAnswer(ExecutionResult, await server().client.post("/api/v1/execute/run", body, { token }));
}

/** Waits until all ended runs are counted, which takes about a second. */
async function readFigures(agentId: number) {
  const { client, db } = server();
  await expect
    .poll(async () => (await sql`SELECT FROM outbox WHERE topic = 'runs.statistics'`.execute(db)).rows, {
      timeout: 8_000,
    })
    .toEqual([]);
  // The server updates `agent_stats` shortly after it counts the runs, so wait for both.
  await expect
    .poll(async () => {
      const { rows } = await sql`
        SELECT FROM run_agent_figures g LEFT JOIN agent_stats s USING (agent_id)
        WHERE (g.executions, g.completed, g.failed, g.users)
          IS DISTINCT FROM (s.executions, s.completed, s.failed, s.users)`.execute(db);
      return rows;
    })
    .toEqual([]);
  return parseAnswer(Agent, await client.get(`/api/v1/agents/${agentId}`));
}

const NOTHING = {
  total_executions: 0,
  users: 0,
  success_rate: null,
  median_time: null,
  typical_tokens: null,
};

test("public figures count completed runs by others, not the owner's own runs", async () => {
  const { client } = server();
  const owner = await client.register();
  const { id } = await publish(owner, ECHO);
  expect(await runAs(owner, id)).toMatchObject({ success: true });
  expect(await runAs(owner, id, "fail")).toMatchObject({ success: false });
  expect(await readFigures(id)).toMatchObject(NOTHING);

  const customer = await client.register();
  expect(await runAs(customer, id)).toMatchObject({ success: true });
  expect(await runAs(customer, id, "fail")).toMatchObject({ error: "agent_failed" });
  const figures = await readFigures(id);
  expect(figures).toMatchObject({ total_executions: 1, users: 1, success_rate: 50 });
  expect(figures.median_time).not.toBeNull();
  const developer = await client.get(`/api/v1/developers/${owner.username}`);
  expect(parseAnswer(Developer, developer)).toMatchObject({ total_executions: 1, success_rate: 50 });
  const listed = await client.get(`/api/v1/agents?developer=${owner.username}`);
  expect(parseAnswer(AgentList, listed).agents).toMatchObject([{ total_executions: 1, users: 1 }]);
});

test("public figures do not count runs by a member of the owner's account, whichever account pays", async () => {
  const { client, db } = server();
  const [owner, colleague] = [await client.register(), await client.register()];
  await sql`
    INSERT INTO memberships (account_id, user_id, role, created_at)
    SELECT ${await findAccountId(db, owner.username)}, u.id, 'member', now() + interval '1 minute'
    FROM users u WHERE u.username = ${colleague.username}`.execute(db);
  const { id } = await publish(owner, ECHO);
  const result = await runAs(colleague, id);
  expect(result).toMatchObject({ success: true });
  expect(result.cost).toBeGreaterThan(0);
  expect(await readFigures(id)).toMatchObject(NOTHING);
});

test("public figures count runs started by other accounts' agents, not by agents of the same owner", async () => {
  const { client } = server();
  const [owner, other, customer] = [
    await client.register(),
    await client.register(),
    await client.register(),
  ];
  const { id } = await publish(owner, ECHO);
  const wrapper = await publish(owner, callingTo(id));
  expect(await runAs(customer, wrapper.id)).toMatchObject({ success: true });
  expect(await readFigures(wrapper.id)).toMatchObject({ total_executions: 1, users: 1 });
  expect(await readFigures(id)).toMatchObject(NOTHING);

  const others = await publish(other, callingTo(id));
  expect(await runAs(customer, others.id)).toMatchObject({ success: true });
  expect(await readFigures(id)).toMatchObject({ total_executions: 1, users: 1 });
});

test("a run that exceeds a shorter time limit set by its caller does not count as a failure of the agent", async () => {
  const { client, db } = server();
  const { id } = await publish(await client.register(), ECHO);
  const customer = await client.register();
  const stopped = await runAs(customer, id, "sleep", { timeout: 1 });
  expect(stopped).toMatchObject({ success: false, error: "agent_timeout" });
  expect(await readFigures(id)).toMatchObject({ total_executions: 0, success_rate: null });
  const { rows } = await sql<{ usual: number }>`SELECT usual_timeout_seconds() AS usual`.execute(db);
  expect(rows).toEqual([{ usual: LIMITS.runTimeoutDefaultSeconds }]);
});

test("a member of the owner's account cannot review the agent, even after paying for a run from another account", async () => {
  const { client, db } = server();
  const [owner, colleague] = [await client.register(), await client.register()];
  const { id } = await publish(owner, ECHO);
  expect((await runAs(colleague, id)).cost).toBeGreaterThan(0);
  await sql`
    INSERT INTO memberships (account_id, user_id, role, created_at)
    SELECT ${await findAccountId(db, owner.username)}, u.id, 'member', now() + interval '1 minute'
    FROM users u WHERE u.username = ${colleague.username}`.execute(db);
  const review = { rating: 5, text: "Splendid." };
  expect(await client.put(`/api/v1/agents/${id}/review`, review, { token: colleague.token })).toMatchObject({
    status: 403,
    body: { detail: "You cannot review your own agent." },
  });
});
