import { Agent, AgentList, AgentVersion, UploadReply, VersionList } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { lockAgent } from "../agents/agent-store.ts";
import { personWithAgent, someVersion } from "../catalog.fixture.ts";
import { useCatalogServer, versionForm } from "../catalog-server.fixture.ts";

const server = useCatalogServer({ python: true });

async function scene(name: string) {
  const { client, database, catalog } = server();
  const { db } = database;
  const { agentId, accountId, token } = await personWithAgent(client, db, { name });
  const path = `/api/v1/agents/${agentId}/versions`;
  return {
    agentId,
    accountId,
    db,
    add: (change: Parameters<typeof someVersion>[2]) => someVersion(db, agentId, change),
    upload: (content: string) => client.call("POST", path, { token, form: versionForm(content) }),
    activate: (number: number) => client.post(`${path}/${number}/activate`, {}, { token }),
    withdraw: (number: number) => client.post(`${path}/${number}/withdraw`, {}, { token }),
    versions: async () => parseAnswer(VersionList, await client.get(path, { token })).versions,
    runs: async (version?: number) =>
      (await catalog.agents.find(agentId, { callerAccountId: accountId, version }))?.version,
  };
}

test("runs, details and lists use the earlier version after a rollback, and the newer one after it is activated again", async () => {
  const { client } = server();
  const { agentId, add, activate, versions, runs } = await scene("Returning");
  await add({ framework: "langchain", agentType: "langchain", models: ["default"], source: "x = 2\n" });
  const back = await activate(1);
  expect(back.status, JSON.stringify(back.body)).toBe(200);
  expect(parseAnswer(UploadReply, back).agent).toMatchObject({
    version: 1,
    framework: "stoa",
    agent_type: "python",
    models: [],
  });
  expect(await runs()).toBe(1);
  const found = async (framework: string) =>
    parseAnswer(AgentList, await client.get(`/api/v1/agents?search=returning&framework=${framework}`)).total;
  expect([await found("stoa"), await found("langchain")]).toEqual([1, 0]);
  const [second, first] = await versions();
  expect([second?.is_current, first?.is_current]).toEqual([false, true]);
  expect(Date.parse(first?.activated_at ?? "")).toBeGreaterThan(Date.parse(second?.activated_at ?? ""));
  expect(parseAnswer(UploadReply, await activate(2)).agent.version).toBe(2);
  expect([await found("stoa"), await found("langchain")]).toEqual([0, 1]);
  expect(parseAnswer(Agent, await client.get(`/api/v1/agents/${agentId}`))).toMatchObject({ version: 2 });
  expect(await runs()).toBe(2);
});

test("a version that is not current can be run until it is withdrawn, and a withdrawal cannot be undone", async () => {
  const { add, activate, withdraw, versions, runs } = await scene("Parting");
  await add({ source: "x = 2\n" });
  expect(await runs(1)).toBe(1);
  const gone = await withdraw(1);
  expect(gone.status).toBe(200);
  expect(parseAnswer(AgentVersion, gone)).toMatchObject({ number: 1, state: "withdrawn", is_current: false });
  expect((await withdraw(1)).status).toBe(200);
  await expect(runs(1)).rejects.toMatchObject({
    status: 404,
    message: expect.stringMatching(/^Version 1 of this agent was withdrawn by its developer\./),
  });
  expect((await activate(1)).status).toBe(409);
  expect((await versions()).map(({ state }) => state)).toEqual(["listed", "withdrawn"]);
});

test("a version cannot be withdrawn while it is becoming the current version, and stays listed", async () => {
  const { agentId, db, add, activate, withdraw, versions } = await scene("Both");
  await add({ source: "x = 2\n" });
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.count;
  };
  const answers = await db.transaction().execute(async (tx) => {
    await lockAgent(tx, agentId);
    const activated = activate(1);
    await expect.poll(waiting).toBe(1);
    const withdrawn = withdraw(1);
    await expect.poll(waiting).toBe(2);
    return { activated, withdrawn };
  });
  expect((await answers.activated).status).toBe(200);
  expect((await answers.withdrawn).status).toBe(409);
  expect((await versions()).at(-1)).toMatchObject({ number: 1, is_current: true, state: "listed" });
});

test("an agent whose current version was suspended can be run again after a rollback", async () => {
  const { client } = server();
  const { agentId, db, add, activate, runs } = await scene("Mended");
  await add({ source: "x = 2\n" });
  await sql`UPDATE agent_versions SET state = 'suspended' WHERE agent_id = ${agentId} AND number = 2`.execute(
    db,
  );
  expect((await client.get(`/api/v1/agents/${agentId}`)).status).toBe(404);
  expect(await runs()).toBeUndefined();
  expect((await activate(1)).status).toBe(200);
  expect((await client.get(`/api/v1/agents/${agentId}`)).status).toBe(200);
  expect(await runs()).toBe(1);
});

test("changed packages cause a warning that is stored with the version", async () => {
  const { add, upload, activate, versions } = await scene("Packaged");
  await add({ source: "x = 2\n", environmentDigest: "f".repeat(64) });
  expect((await upload("def run(message):\n    return message\n")).status).toBe(201);
  const findEnvironmentCheck = (checks: UploadReply["checks"] = []) =>
    checks.filter(({ name }) => name === "environment");
  const warned = parseAnswer(UploadReply, await activate(2));
  expect(findEnvironmentCheck(warned.checks)).toEqual([
    {
      name: "environment",
      label: "Packages",
      status: "warning",
      detail: expect.stringMatching(
        /^The installed packages differ from the packages that this version was checked with\./,
      ),
    },
  ]);
  expect(findEnvironmentCheck((await versions())[1]?.checks)).toEqual(findEnvironmentCheck(warned.checks));
  expect(parseAnswer(UploadReply, await activate(2)).checks).toEqual(warned.checks);
  expect(findEnvironmentCheck(parseAnswer(UploadReply, await activate(3)).checks)).toMatchObject([
    { status: "passed" },
  ]);
  const missing = await add({ framework: "autogen", agentType: "autogen" });
  await activate(3);
  expect(findEnvironmentCheck(parseAnswer(UploadReply, await activate(missing)).checks)).toMatchObject([
    {
      status: "warning",
      detail: expect.stringMatching(/^AutoGen agents cannot run on this server right now\./),
    },
  ]);
});

test("simultaneous uploads and activations leave one current version in details, search and runs", async () => {
  const { client } = server();
  const { agentId, add, upload, activate, withdraw, versions, runs } = await scene("Contested");
  await add({ source: "x = 2\n", framework: "langchain", agentType: "langchain" });
  const answers = await Promise.all([
    upload("def run(message):\n    return message\n"),
    activate(1),
    upload("def run(message):\n    return 'b'\n"),
    activate(2),
    withdraw(1),
    activate(1),
  ]);
  for (const { status } of answers) expect([200, 201, 409]).toContain(status);
  const stored = await versions();
  expect(stored.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  const current = stored.filter(({ is_current }) => is_current);
  expect(current).toHaveLength(1);
  expect(current[0]?.state).toBe("listed");
  const agent = parseAnswer(Agent, await client.get(`/api/v1/agents/${agentId}`));
  expect(agent).toMatchObject({ version: current[0]?.number, framework: current[0]?.framework });
  const found = await client.get(`/api/v1/agents?search=contested&framework=${agent.framework}`);
  expect(parseAnswer(AgentList, found).total).toBe(1);
  expect(await runs()).toBe(agent.version);
});
