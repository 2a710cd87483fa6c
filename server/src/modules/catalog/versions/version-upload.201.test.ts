import { Agent, AgentList, UploadReply, VersionList } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { personWithAgent } from "../catalog.fixture.ts";
import { useCatalogServer, versionForm } from "../catalog-server.fixture.ts";

const server = useCatalogServer({ python: true });

const GREETER = `import stoa

@stoa.agent(examples=[{"name": "Ada"}], connectors=["github"], models=["default"])
def greet(name: str) -> str:
    return f"Hello {name}"
`;

async function scene(name: string) {
  const { client, database } = server();
  const { agentId, accountId, token } = await personWithAgent(client, database.db, { name });
  const path = `/api/v1/agents/${agentId}/versions`;
  return {
    accountId,
    agentId,
    upload: (content: string, fields?: Record<string, string>) =>
      client.call("POST", path, { token, form: versionForm(content, fields) }),
    agent: async () => parseAnswer(Agent, await client.get(`/api/v1/agents/${agentId}`)),
    versions: async () => parseAnswer(VersionList, await client.get(path, { token })).versions,
  };
}

test("a version is checked like a new agent, passes a trial run and becomes the current version immediately", async () => {
  const { client, catalog } = server();
  const { accountId, agentId, upload, agent, versions } = await scene("Becoming");
  const before = await agent();
  const answer = await upload(GREETER, { notes: "  Greets by name.  " });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const reply = parseAnswer(UploadReply, answer);
  expect(reply.checks.map(({ name, status }) => `${name} ${status}`)).toEqual([
    "size passed",
    "syntax passed",
    "framework passed",
    "entry_point passed",
    "models passed",
    "connectors passed",
    "network passed",
    "agents passed",
    "secrets passed",
    "environment passed",
    "trial_run passed",
  ]);
  const after = await agent();
  const { sponsor_limit_per_run: _, price_advice: _advice, ...shown } = reply.agent;
  expect({ ...shown, is_owner: false }).toEqual(after);
  expect(after).toEqual({
    ...before,
    version: 2,
    updated_at: after.updated_at,
    input_params: [expect.objectContaining({ name: "name", required: true })],
    examples: [{ name: "Ada" }],
    models: ["default"],
    connectors: [{ service: "github", methods: ["GET", "HEAD"], paths: ["/**"] }],
  });
  expect(await catalog.agents.find(agentId, { callerAccountId: accountId })).toMatchObject({
    version: 2,
    source: GREETER,
    pricePerToken: 100_000n,
  });
  const [second, first] = await versions();
  expect(second).toMatchObject({
    number: 2,
    is_current: true,
    notes: "Greets by name.",
    state: "listed",
    filename: "echo.py",
    checks: reply.checks,
    changed: ["code", "inputs", "models", "connectors", "examples"],
  });
  expect(first).toMatchObject({ number: 1, is_current: false, state: "listed", notes: "", changed: [] });
  const found = parseAnswer(AgentList, await client.get("/api/v1/agents?search=becoming"));
  expect(found.agents.map(({ id }) => id)).toEqual([agentId]);
});

test("uploading the same file twice creates two versions, and the second has no changes", async () => {
  const { upload, versions } = await scene("Again");
  for (const _ of [1, 2]) expect((await upload(GREETER)).status).toBe(201);
  expect((await versions()).map(({ number, changed }) => [number, changed])).toEqual([
    [3, []],
    [2, ["code", "inputs", "models", "connectors", "examples"]],
    [1, []],
  ]);
});

test("a change of framework is shown and found immediately", async () => {
  const { client, database } = server();
  const { agentId, token } = await personWithAgent(client, database.db, {
    name: "Converted",
    content: { framework: "langchain", agentType: "langchain" },
  });
  const path = `/api/v1/agents/${agentId}/versions`;
  const answer = await client.call("POST", path, { token, form: versionForm(GREETER) });
  expect(parseAnswer(UploadReply, answer).agent).toMatchObject({ framework: "stoa", agent_type: "python" });
  const listed = parseAnswer(AgentList, await client.get("/api/v1/agents?search=converted&framework=stoa"));
  expect(listed.agents.map(({ id }) => id)).toEqual([agentId]);
});

test("simultaneous uploads become versions with different numbers", async () => {
  const { upload, agent, versions } = await scene("Crowded");
  const answers = await Promise.all(
    ["one", "two", "three"].map((word) =>
      upload(`def run(message):\n    return "${word}"\n`, { notes: word }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const stored = await versions();
  expect(stored.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  expect(stored.map(({ is_current }) => is_current)).toEqual([true, false, false, false]);
  expect(new Set(stored.map(({ notes }) => notes))).toEqual(new Set(["one", "two", "three", ""]));
  expect((await agent()).version).toBe(4);
});
