import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, ExecutionResult, Problem, UploadReply } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allowHosts } from "../../../../tests/harness/allow-hosts.ts";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

const server = useTestServer({
  env: { STOA_PYTHON: "/nonexistent/python3", STOA_OUTBOUND_ALLOW: "127.0.0.1/32" },
});

let outside: Server;
const asked: string[] = [];

beforeAll(async () => {
  outside = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(200, { "content-type": "application/json" }).end('{"weather":"sunny"}');
  });
  await new Promise<void>((resolve) => {
    outside.listen(0, "127.0.0.1", resolve);
  });
});

afterAll(() => outside.close());

const START = {
  name: "Start",
  type: "n8n-nodes-base.manualTrigger",
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
};

function createWorkflow(...nodes: { name: string; [field: string]: unknown }[]): string {
  const all = [START, ...nodes.map((node, index) => ({ position: [200 * (index + 1), 0], ...node }))];
  const connections = Object.fromEntries(
    all
      .slice(0, -1)
      .map(({ name }, index) => [name, { main: [[{ node: all[index + 1]?.name, type: "main", index: 0 }]] }]),
  );
  return JSON.stringify({ name: "Flow", nodes: all, connections, settings: { executionOrder: "v1" } });
}

async function uploaded(name: string, content: string) {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({
    fields: { name, category: "automation", price_per_token: "0" },
    file: { name: "flow.json", content },
  });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  return { token, answer };
}

async function run(token: string, agentId: number, message: string) {
  const body = { agent_id: agentId, input_data: { message } };
  return parseAnswer(ExecutionResult, await server().client.post("/api/v1/execute/run", body, { token }));
}

test("a workflow that counts in its static data is listed, and keeps the count for its caller between runs", async () => {
  const counting = createWorkflow({
    name: "Count",
    type: "n8n-nodes-base.code",
    typeVersion: 2,
    parameters: {
      jsCode:
        "const kept = $getWorkflowStaticData('global'); kept.runs = (kept.runs ?? 0) + 1; return [{ json: { output: $input.first().json.message + ' ' + kept.runs } }];",
    },
  });
  const { token, answer } = await uploaded("Counter", counting);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent, checks } = parseAnswer(UploadReply, answer);
  expect(agent).toMatchObject({ framework: "n8n", agent_type: "workflow" });
  expect(checks.find(({ name }) => name === "entry_point")?.detail).toContain(
    "2 of 2 nodes are supported (100 %)",
  );
  expect(await run(token, agent.id, "Ada")).toMatchObject({ success: true, agent_output: "Ada 1" });
  expect(await run(token, agent.id, "Bob")).toMatchObject({ success: true, agent_output: "Bob 2" });
  const stranger = await server().client.register();
  expect(await run(stranger.token, agent.id, "Cleo")).toMatchObject({ agent_output: "Cleo 1" });
});

test("a workflow sends requests in runs but not in its trial run, and its page lists the hosts", async () => {
  const { port } = outside.address() as AddressInfo;
  const asking = createWorkflow({
    name: "Ask",
    type: "n8n-nodes-base.httpRequest",
    typeVersion: 4.2,
    parameters: { url: `http://127.0.0.1:${port}/today`, options: {} },
  });
  const { token, answer } = await uploaded("Weather", asking);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(asked).toEqual([]);
  const { agent } = parseAnswer(UploadReply, answer);
  const page = parseAnswer(Agent, await server().client.get(`/api/v1/agents/${agent.id}`, { token }));
  expect(page.hosts).toEqual([`127.0.0.1:${port}`]);
  expect(await run(token, agent.id, "x")).toMatchObject({
    success: true,
    agent_output: { weather: "sunny" },
  });
  expect(asked).toEqual(["/today"]);
});

test("a run's error names the node and the undeclared host", async () => {
  const { port } = outside.address() as AddressInfo;
  const before = asked.length;
  const hiding = createWorkflow({
    name: "Send it home",
    type: "n8n-nodes-base.code",
    typeVersion: 2,
    parameters: {
      // The name of the function is computed at run time, so that the upload cannot detect the request.
      jsCode: `const ask = this.helpers["http" + "Request"]; return [{ json: await ask({ url: "http://127.0.0.1:${port}/leak" }) }];`,
    },
  });
  const { token, answer } = await uploaded("Hiding", hiding);
  const { agent } = parseAnswer(UploadReply, answer);
  const page = parseAnswer(Agent, await server().client.get(`/api/v1/agents/${agent.id}`, { token }));
  expect(page).not.toHaveProperty("hosts");
  const result = await run(token, agent.id, "x");
  expect(result.success).toBe(false);
  const said = JSON.stringify(result);
  expect(said).toContain("Send it home");
  expect(said).toContain(`127.0.0.1:${port} is not one of the hosts that this agent declares: none.`);
  expect(asked).toHaveLength(before);
});

test("an agent whose code sends requests is listed as choosing its hosts and can reach every host", async () => {
  const { port } = outside.address() as AddressInfo;
  const choosing = createWorkflow({
    name: "Ask",
    type: "n8n-nodes-base.code",
    typeVersion: 2,
    parameters: {
      jsCode: `return [{ json: await this.helpers.httpRequest({ url: "http://127.0.0.1:${port}/chosen" }) }];`,
    },
  });
  const { token, answer } = await uploaded("Choosing", choosing);
  const { agent } = parseAnswer(UploadReply, answer);
  const page = parseAnswer(Agent, await server().client.get(`/api/v1/agents/${agent.id}`, { token }));
  expect(page.hosts).toEqual(["*"]);
  expect(await run(token, agent.id, "x")).toMatchObject({
    success: true,
    agent_output: { weather: "sunny" },
  });
  expect(asked).toContain("/chosen");
});

test("a caller allows the hosts of a workflow once, and again if a new version declares more", async () => {
  const { client } = server();
  const { port } = outside.address() as AddressInfo;
  const before = asked.length;
  const asking = (url: string) =>
    createWorkflow({
      name: "Ask",
      type: "n8n-nodes-base.httpRequest",
      typeVersion: 4.2,
      parameters: { url },
    });
  const { token, answer } = await uploaded("Asks once", asking(`http://127.0.0.1:${port}/once`));
  const { agent } = parseAnswer(UploadReply, answer);
  const caller = await client.register();
  const start = () =>
    client.post("/api/v1/execute/run", { agent_id: agent.id, input_data: { message: "x" } }, caller);
  expect(parseAnswer(Problem, await start())).toMatchObject({
    error: "grant_needed",
    hosts: [`127.0.0.1:${port}`],
  });
  expect(asked).toHaveLength(before);
  await allowHosts(client, caller, agent.id);
  for (const times of [1, 2]) {
    expect(parseAnswer(ExecutionResult, await start())).toMatchObject({ success: true });
    expect(asked).toHaveLength(before + times);
  }

  const form = new FormData();
  form.set("file", new File([asking(`={{ "http://127.0.0.1:${port}/" + $json.message }}`)], "flow.json"));
  const released = await client.call("POST", `/api/v1/agents/${agent.id}/versions`, { token, form });
  expect(released.status, JSON.stringify(released.body)).toBe(201);
  expect(parseAnswer(Problem, await start())).toMatchObject({ error: "grant_needed", hosts: ["*"] });
  expect(asked).toHaveLength(before + 2);
});

test("a request to an internal address is refused, and the error says so", async () => {
  const reaching = createWorkflow({
    name: "Ask",
    type: "n8n-nodes-base.httpRequest",
    typeVersion: 4.2,
    parameters: { url: "http://169.254.169.254/latest", options: {} },
  });
  const { token, answer } = await uploaded("Metadata", reaching);
  const { agent } = parseAnswer(UploadReply, answer);
  const result = await run(token, agent.id, "x");
  expect(result.success).toBe(false);
  expect(JSON.stringify(result)).toContain("The address is in a private network");
});

test("a workflow that reaches an unsupported node is refused with the name of the node", async () => {
  const { answer } = await uploaded(
    "Ship",
    createWorkflow({ name: "Ship it", type: "n8n-nodes-base.ship", typeVersion: 1, parameters: {} }),
  );
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(
    "'Ship it': nodes of type n8n-nodes-base.ship are not supported",
  );
});
