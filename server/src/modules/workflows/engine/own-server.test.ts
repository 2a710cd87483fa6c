import { Agent, Connector, ExecutionResult, UploadReply } from "@stoa/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../../tests/harness/client.ts";
import { type ScriptedService, startScriptedService } from "../../../../../tests/harness/scripted-service.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { uploadForm } from "../../catalog/catalog-server.fixture.ts";
import { ScriptedN8n } from "./scripted-n8n.fixture.ts";

const HOST = "n8n.example.com";
const KEY = "n8n-Key-of-the-developer";

let service: ScriptedService;
let n8n: ScriptedN8n;

beforeAll(async () => {
  service = await startScriptedService([HOST]);
});
const server = useTestServer({
  env: { STOA_PYTHON: "/nonexistent/python3", STOA_OUTBOUND_ALLOW: "127.0.0.1/32" },
  network: () => ({ lookup: service.lookup, ca: service.ca }),
});
afterAll(() => service.close());
beforeEach(() => {
  n8n = new ScriptedN8n(KEY);
  service.answer((request) => n8n.answer(request));
});

/** A workflow with a node type that the developer's server has and Stoa does not. */
const FILE = JSON.stringify({
  name: "Shouting",
  nodes: [
    {
      id: "1",
      name: "Start",
      type: "n8n-nodes-base.manualTrigger",
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    },
    {
      id: "2",
      name: "Shout",
      type: "n8n-nodes-community.shout",
      typeVersion: 1,
      position: [200, 0],
      parameters: {},
    },
  ],
  connections: { Start: { main: [[{ node: "Shout", type: "main", index: 0 }]] } },
  settings: { executionOrder: "v1" },
  meta: { stoa: { engine: "n8n" } },
});

const form = () =>
  uploadForm({
    fields: { name: `Shouting ${Math.random()}`, category: "automation", price_per_token: "0.000001" },
    file: { name: "flow.json", content: FILE },
  });

async function uploaded() {
  const { client } = server();
  const developer = await client.register();
  const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form: form() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { developer, ...parseAnswer(UploadReply, answer) };
}

async function connect({ token }: Person, apiKey = KEY): Promise<Connector> {
  const answer = await server().client.post(
    "/api/v1/connectors",
    {
      service_name: "n8n",
      api_key: apiKey,
      service_config: { base_url: `https://${HOST}:${service.port}/` },
    },
    { token },
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return parseAnswer(Connector, answer);
}

async function run(token: string, agentId: number) {
  const body = { agent_id: agentId, input_data: { message: "hello" } };
  return parseAnswer(ExecutionResult, await server().client.post("/api/v1/execute/run", body, { token }));
}

test("a caller's run uses the developer's server and connector, and is charged for its tokens", async () => {
  const { developer, agent, checks } = await uploaded();
  expect(checks.find(({ name }) => name === "entry_point")?.detail).toContain("run on your own n8n server");
  // The upload and its trial run sent nothing to the server.
  expect(n8n.asked).toEqual([]);
  await connect(developer);
  const caller = await server().client.register();
  const result = await run(caller.token, agent.id);
  expect(result).toMatchObject({ success: true, agent_output: { message: "HELLO" } });
  expect(result.tokens_used).toBeGreaterThan(0);
  expect(result.cost).toBeCloseTo(result.tokens_used * 0.000_001, 9);
  await expect.poll(() => n8n.workflows.size).toBe(0);
  const page = parseAnswer(
    Agent,
    await server().client.get(`/api/v1/agents/${agent.id}`, { token: caller.token }),
  );
  expect(page).toMatchObject({ engine: "n8n", connectors: [], models: [] });
  const [used] = await server().db.selectFrom("connectors").select("current_usage").execute();
  expect(used?.current_usage).toBe(1n);
});

test("a caller's n8n connector is not used, and a run without the developer's connector costs nothing", async () => {
  const { agent } = await uploaded();
  const caller = await server().client.register();
  await connect(caller);
  const result = await run(caller.token, agent.id);
  expect(result).toMatchObject({ success: false, cost: 0 });
  expect(JSON.stringify(result)).toContain("The developer has no n8n connector");
  expect(n8n.asked).toEqual([]);
});

test("the error of a failed run says whether the connector is switched off or has a wrong key", async () => {
  const { developer, agent } = await uploaded();
  const connector = await connect(developer, "another-key");
  expect(JSON.stringify(await run(developer.token, agent.id))).toContain("rejected the API key");
  const { token } = developer;
  await server().client.put(`/api/v1/connectors/${connector.id}`, { is_active: false }, { token });
  expect(JSON.stringify(await run(developer.token, agent.id))).toContain("is switched off");
});

test("returns 400 unless the base URL is an https URL with a host name", async () => {
  const { token } = await server().client.register();
  const add = (base_url: string) =>
    server().client.post(
      "/api/v1/connectors",
      { service_name: "n8n", api_key: KEY, service_config: { base_url } },
      { token },
    );
  for (const address of ["http://n8n.example.com", "https://127.0.0.1:5678", "n8n.example.com"])
    expect((await add(address)).status, address).toBe(400);
});
