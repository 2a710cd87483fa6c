import { Agent, ExecutionResult, LIMITS, MyAgents, PLANS, Problem } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { expectBooksBalanced } from "../../../../../tests/harness/ledger.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { personWithAgent, someAgent } from "../catalog.fixture.ts";
import { uploadForm } from "../catalog-server.fixture.ts";

const server = useTestServer({ env: { STOA_RATE_LIMIT_FACTOR: "100" } });
const FREE_AGENTS = PLANS.free.maxAgents ?? 0;

async function developer(name: string) {
  const { client, db } = server();
  const made = await personWithAgent(client, db, { name });
  const asOwner = { token: made.token };
  const getPath = (id: number) => `/api/v1/agents/${id}`;
  return {
    ...made,
    put: (changes: object, id = made.agentId) => client.put(getPath(id), changes, asOwner),
    remove: (id = made.agentId) => client.call("DELETE", getPath(id), asOwner),
    read: (id = made.agentId) => client.get(getPath(id), asOwner),
    readByOthers: (id = made.agentId) => client.get(getPath(id)),
    mine: async () => parseAnswer(MyAgents, await client.get("/api/v1/agents/my-agents", asOwner)).agents,
    upload: (fields: Record<string, string>, code?: string) =>
      client.call("POST", "/api/v1/agents/upload", {
        ...asOwner,
        form: uploadForm({
          fields,
          ...(code !== undefined && { file: { name: "agent.py", content: code } }),
        }),
      }),
    another: (other: string) => someAgent(db, made.accountId, { name: other }),
  };
}

const runBy = (token: string, agentId: number) =>
  server().client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "one two three" } },
    { token },
  );

test("an archived agent is not listed and cannot be run until it is unarchived", async () => {
  const { client } = server();
  const dev = await developer("Moonraker");
  const found = async () => {
    const { body } = await client.get("/api/v1/agents?search=moonraker", { token: dev.token });
    return Object(body).total;
  };
  expect(await found()).toBe(1);
  expect(parseAnswer(Agent, await dev.put({ is_archived: true }))).toMatchObject({ is_archived: true });
  expect(await found()).toBe(0);
  expect((await dev.readByOthers()).status).toBe(404);
  expect(parseAnswer(Agent, await dev.read()).is_archived).toBe(true);
  expect((await dev.mine()).map(({ is_archived }) => is_archived)).toEqual([true]);
  const caller = await client.register();
  expect((await runBy(caller.token, dev.agentId)).status).toBe(404);
  const own = await runBy(dev.token, dev.agentId);
  expect(own.status).toBe(404);
  expect(parseAnswer(Problem, own).detail).toContain("archived");

  await dev.put({ is_archived: false });
  expect(await found()).toBe(1);
  expect(parseAnswer(ExecutionResult, await runBy(caller.token, dev.agentId)).success).toBe(true);
});

test("archived agents do not count toward the plan's limit, and unarchiving an agent above that limit is refused", async () => {
  const dev = await developer("Kept 1");
  for (let n = 2; n <= FREE_AGENTS; n += 1) await dev.another(`Kept ${n}`);
  expect((await dev.upload({ name: "One too many" })).status).toBe(403);
  await dev.put({ is_archived: true });
  expect((await dev.upload({ name: "In its place" })).status).toBe(201);
  const back = await dev.put({ is_archived: false });
  expect(back.status).toBe(403);
  expect(parseAnswer(Problem, back)).toMatchObject({ error: "agent_limit_reached" });
  const [last] = await dev.mine();
  await dev.put({ is_archived: true }, last?.id);
  expect((await dev.put({ is_archived: false })).status).toBe(200);
  expect((await dev.put({ is_archived: false })).status).toBe(200);
});

test("if two agents are unarchived at the same moment and the plan has room for one, one request returns 403", async () => {
  const dev = await developer("Pair 1");
  const second = await dev.another("Pair 2");
  for (const id of [dev.agentId, second]) await dev.put({ is_archived: true }, id);
  for (let n = 1; n < FREE_AGENTS; n += 1) await dev.another(`Other ${n}`);
  const back = [dev.agentId, second].map((id) => dev.put({ is_archived: false }, id));
  expect((await Promise.all(back)).map(({ status }) => status).sort()).toEqual([200, 403]);
});

test("refused uploads do not count toward the plan's limit", async () => {
  const dev = await developer("Solid");
  for (let n = 0; n < FREE_AGENTS; n += 1)
    expect((await dev.upload({ name: `Broken ${n}` }, "def run(message:\n")).status).toBe(400);
  for (let n = 1; n < FREE_AGENTS; n += 1) expect((await dev.upload({ name: `Fine ${n}` })).status).toBe(201);
});

test("deleting an agent that was never charged to others deletes its code and frees its name", async () => {
  const { client, db } = server();
  const dev = await developer("Draft");
  const ownRun = parseAnswer(ExecutionResult, await runBy(dev.token, dev.agentId));
  expect(ownRun.success).toBe(true);
  const fan = await client.register();
  await client.put(`/api/v1/agents/${dev.agentId}/favourite`, {}, { token: fan.token });
  expect((await client.call("DELETE", `/api/v1/agents/${dev.agentId}`, { token: fan.token })).status).toBe(
    404,
  );

  expect(await dev.remove()).toMatchObject({ status: 200, body: { success: true } });
  expect((await dev.read()).status).toBe(404);
  expect((await dev.readByOthers()).status).toBe(404);
  expect(await dev.mine()).toEqual([]);
  expect((await dev.remove()).status).toBe(404);
  expect((await dev.put({ is_active: true })).status).toBe(404);
  expect((await runBy(dev.token, dev.agentId)).status).toBe(404);
  expect((await client.get("/api/v1/favourites", { token: fan.token })).body).toMatchObject({ total: 0 });
  const kept = await db
    .selectFrom("agent_versions")
    .select("source")
    .where("agent_id", "=", dev.agentId)
    .execute();
  expect(kept).toEqual([{ source: "" }]);
  expect((await dev.upload({ name: "Draft" })).status).toBe(201);
  const past = await client.get(`/api/v1/execute/runs/${ownRun.run_id}`, { token: dev.token });
  expect(past.body).toMatchObject({ run_id: ownRun.run_id, metadata: { agent_name: "Draft" } });
  await expectBooksBalanced(db);
});

test("an agent that was charged to others can be archived but not deleted, and the ledger stays correct", async () => {
  const { client, db } = server();
  const dev = await developer("Sold once");
  const buyer = await client.register();
  const run = parseAnswer(ExecutionResult, await runBy(buyer.token, dev.agentId));
  expect(run.cost).toBeGreaterThan(0);
  const refused = await dev.remove();
  expect(refused.status).toBe(409);
  expect(parseAnswer(Problem, refused).detail).toMatch(/archive/i);
  expect((await dev.put({ is_archived: true })).status).toBe(200);
  expect((await dev.remove()).status).toBe(409);
  const receipt = await client.get(`/api/v1/execute/runs/${run.run_id}`, { token: buyer.token });
  expect(receipt.body).toMatchObject({ cost: run.cost });
  await expectBooksBalanced(db);
});

test("an agent with an active run of another account cannot be deleted", async () => {
  const { client, db } = server();
  const dev = await developer("Active");
  const slow = "import time\ndef run(message: str) -> str:\n    time.sleep(20)\n    return message\n";
  const { body } = await dev.upload({ name: "Slow", price_per_token: "0" }, slow.replace("(20)", "(0)"));
  const id = Number(Object(Object(body).agent).id);
  const caller = await client.register();
  parseAnswer(ExecutionResult, await runBy(caller.token, id));
  await sql`UPDATE runs SET status = 'running', ended_at = NULL WHERE agent_id = ${id}`.execute(db);
  expect(await dev.remove(id)).toMatchObject({ status: 409 });
  await sql`UPDATE runs SET status = 'completed', ended_at = now() WHERE agent_id = ${id}`.execute(db);
  expect((await dev.remove(id)).status).toBe(200);
});

test("a renamed agent is found by its new name, which no other agent of the developer can have", async () => {
  const { client } = server();
  const dev = await developer("Oldname");
  await dev.another("Neighbor");
  expect(parseAnswer(Agent, await dev.put({ name: "  Freshname " })).name).toBe("Freshname");
  const total = async (words: string) =>
    Object((await client.get(`/api/v1/agents?search=${words}`)).body).total;
  expect([await total("freshname"), await total("oldname")]).toEqual([1, 0]);
  const taken = await dev.put({ name: "NEIGHBOR" });
  expect(taken.status).toBe(409);
  expect(parseAnswer(Problem, taken).errors?.[0]?.field).toBe("name");
  expect((await dev.put({ name: "FRESHNAME" })).status).toBe(200);
  for (const name of ["", "x".repeat(LIMITS.agentNameMaxLength + 1)])
    expect((await dev.put({ name })).status).toBe(400);
});
