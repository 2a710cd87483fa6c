import { ConnectorGrant, ExecutionResult, Problem, RunTrace, UploadReply } from "@stoa/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { createRealMcpServer } from "../../../../runtime/mcp/testing/real-mcp-server.ts";
import { type ScriptedModel, startScriptedModel } from "../../../../tests/frameworks/scripted-model.ts";
import { allowHosts } from "../../../../tests/harness/allow-hosts.ts";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { readStoredEvents } from "../../../../tests/harness/contents.ts";
import { type ScriptedService, startScriptedService } from "../../../../tests/harness/scripted-service.ts";
import { SERVER_CONTENT_VAULT, useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

const HOST = "mcp.weather.example";
const TOKEN = "token-of-the-developer";
const KEY = "key-of-the-caller-alone";

const model: ScriptedModel = await startScriptedModel();
let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService([HOST]);
});
const server = useTestServer({
  env: {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk-operators",
    STOA_OUTBOUND_ALLOW: "127.0.0.1/32",
  },
  network: () => ({
    lookup: service.lookup,
    ca: service.ca,
    replacePort: (host, port) => (host === HOST ? service.port : port),
  }),
});
afterAll(async () => {
  await service.close();
  await model.close();
});
beforeEach(() => {
  service.requests.splice(0);
  service.answer(createRealMcpServer());
  model.play([{ tool: "weather_get_weather", args: { city: "Rome" } }, "It is sunny."]);
});

const declare = (credential?: object) =>
  JSON.stringify({
    stoa: 1,
    name: "Forecaster",
    description: "Knows the weather",
    instructions: "Answer with the weather.",
    model: "gpt-4o-mini",
    tools: [{ type: "mcp", name: "weather", url: `https://${HOST}/mcp`, ...(credential && { credential }) }],
  });

async function upload(name: string, content: string) {
  const { client } = server();
  const developer = await client.register();
  const form = uploadForm({
    fields: { name: `Forecaster ${Math.random()}`, price_per_token: "0.00001" },
    file: { name, content },
  });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  // Trial runs reach no server.
  expect(service.requests).toEqual([]);
  const { agent, checks } = parseAnswer(UploadReply, answer);
  return {
    developer,
    agent,
    getCheck: (wanted: string) => checks.find((each) => each.name === wanted)?.detail,
  };
}

const run = ({ token }: Person, agentId: number) =>
  server().client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "How is Rome?" } },
    { token },
  );

async function readTrace({ token }: Person, { run_id: runId }: ExecutionResult) {
  const answer = await server().client.get(`/api/v1/execute/runs/${runId}/trace`, { token });
  return parseAnswer(RunTrace, answer).entries;
}

/** Registers a person who has connected the server with their own key. */
async function registerWithConnector(): Promise<Person> {
  const { client } = server();
  const person = await client.register();
  const config = { host: HOST, sign_in: "header", name: "X-Key" };
  const connector = { service_name: "api", api_key: KEY, service_config: config };
  const answer = await client.post("/api/v1/connectors", connector, { token: person.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return person;
}

async function grant({ token }: Person, agentId: number, methods: string[]): Promise<void> {
  const uses = [{ service: HOST, methods, paths: ["/mcp"] }];
  const answer = await server().client.post(
    `/api/v1/agents/${agentId}/connectors/grant`,
    { uses },
    { token },
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** Returns the headers of the requests that the server received, by lower-case name. */
const getHeaders = (name: string) => new Set(service.requests.map(({ headers }) => headers[name]));

test("a declarative agent uses the tools of a server that its caller allows, with the developer's secret", async () => {
  const { client } = server();
  const { agent, developer, getCheck } = await upload(
    "forecaster.json",
    declare({ type: "secret", name: "WEATHER_TOKEN" }),
  );
  expect(agent.hosts).toEqual([HOST]);
  expect(getCheck("network")).toBe(`Sends requests to ${HOST}`);
  expect(getCheck("secrets")).toContain("The file reads WEATHER_TOKEN: set it under Secrets");
  expect(getCheck("trial_run")).toContain(
    `The tools of ${HOST} were not offered to the model, because trial runs cannot reach hosts`,
  );
  const caller = await client.register();
  const refused = await run(caller, agent.id);
  expect(refused.status).toBe(403);
  expect(parseAnswer(Problem, refused)).toMatchObject({ error: "grant_needed", hosts: [HOST] });
  await allowHosts(client, caller, agent.id);

  const unset = parseAnswer(ExecutionResult, await run(caller, agent.id));
  expect(unset).toMatchObject({ success: false, cost: 0 });
  expect(JSON.stringify(unset)).toContain("Its developer must set a secret.");
  const path = `/api/v1/agents/${agent.id}/secrets`;
  const set = await client.put(path, { secrets: { WEATHER_TOKEN: TOKEN } }, { token: developer.token });
  expect(set.status, JSON.stringify(set.body)).toBe(200);

  const result = parseAnswer(ExecutionResult, await run(caller, agent.id));
  expect(result, JSON.stringify(result)).toMatchObject({ success: true, agent_output: "It is sunny." });
  expect(JSON.stringify(model.calls[0])).toContain("Returns the weather of a city");
  expect(JSON.stringify(model.calls[1])).toContain("It is sunny in Rome");
  const steps = (await readTrace(caller, result)).filter(({ type }) => type === "step");
  expect(steps).toMatchObject([
    { kind: "tool_call", source: "weather_get_weather" },
    { kind: "tool_result", source: "weather_get_weather", text: "It is sunny in Rome" },
  ]);
  expect(getHeaders("authorization")).toEqual(new Set([`Bearer ${TOKEN}`]));
  expect(JSON.stringify(await readStoredEvents(server().db, SERVER_CONTENT_VAULT))).not.toContain(TOKEN);

  await client.call("DELETE", `/api/v1/agents/${agent.id}/hosts/allow`, { token: caller.token });
  expect((await run(caller, agent.id)).status).toBe(403);
});

test("a declarative agent uses a server with its caller's connector, until the caller revokes it", async () => {
  const { client } = server();
  const { agent, getCheck } = await upload("forecaster.json", declare({ type: "connector" }));
  expect(agent.hosts).toBeUndefined();
  expect(getCheck("connectors")).toContain(HOST);
  const caller = await registerWithConnector();
  const { token } = caller;
  const refused = parseAnswer(Problem, await run(caller, agent.id));
  expect(refused).toMatchObject({
    error: "grant_needed",
    needs: [{ service: HOST, methods: ["GET", "POST", "DELETE"], paths: ["/mcp"], state: "not_granted" }],
  });
  await grant(caller, agent.id, ["GET", "POST", "DELETE"]);

  const result = parseAnswer(ExecutionResult, await run(caller, agent.id));
  expect(result, JSON.stringify(result)).toMatchObject({ success: true, agent_output: "It is sunny." });
  expect(getHeaders("x-key")).toEqual(new Set([KEY]));
  expect(JSON.stringify(model.calls)).not.toContain(KEY);

  const [granted] = parseAnswer(
    z.array(ConnectorGrant),
    await client.get("/api/v1/connectors/grants", { token }),
  );
  const answer = createRealMcpServer();
  service.answer(async (request) => {
    // The caller revokes the grant while the run reads the last page of the tools.
    if (request.body.includes('"cursor"'))
      await client.call("DELETE", `/api/v1/connectors/grants/${granted?.id}`, { token });
    return answer(request);
  });
  model.play([{ tool: "weather_get_weather", args: { city: "Rome" } }, "I do not know."]);
  const revoked = parseAnswer(ExecutionResult, await run(caller, agent.id));
  expect(revoked, JSON.stringify(revoked)).toMatchObject({ success: true, agent_output: "I do not know." });
  expect(JSON.stringify(model.calls[1])).toContain(
    `Could not call the tool of ${HOST}: The caller has not allowed this agent to use their ${HOST} connector for POST /mcp.`,
  );
  expect((await run(caller, agent.id)).status).toBe(403);
});

test("a declarative agent names the server and the reason if it cannot be used", async () => {
  const { agent, developer } = await upload("forecaster.json", declare());
  service.answer(() => ({
    status: 307,
    headers: { location: "https://evil.example/mcp" },
  }));
  const result = parseAnswer(ExecutionResult, await run(developer, agent.id));
  expect(result.success).toBe(false);
  expect(JSON.stringify(result)).toContain(
    `Could not use the MCP server ${HOST}: Redirect to https://evil.example/mcp not followed`,
  );
  expect(model.calls).toEqual([]);
});

test("a workflow calls a tool of the same server", async () => {
  const node = (name: string, type: string, parameters: object) => ({
    id: name,
    name,
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters,
  });
  const parameters = {
    endpointUrl: `https://${HOST}/sessions`,
    tool: { __rl: true, mode: "list", value: "get_weather" },
    inputMode: "json",
    jsonInput: '{"city": "Rome"}',
  };
  const { agent, developer } = await upload(
    "flow.json",
    JSON.stringify({
      name: "Forecaster",
      nodes: [
        node("Start", "n8n-nodes-base.manualTrigger", {}),
        node("Ask", "@n8n/n8n-nodes-langchain.mcpClient", parameters),
      ],
      connections: { Start: { main: [[{ node: "Ask", type: "main", index: 0 }]] } },
      settings: { executionOrder: "v1" },
    }),
  );
  expect(agent.hosts).toEqual([HOST]);
  const result = parseAnswer(ExecutionResult, await run(developer, agent.id));
  expect(result, JSON.stringify(result)).toMatchObject({
    success: true,
    agent_output: { content: [{ type: "text", text: "It is sunny in Rome" }] },
  });
});

const PYTHON = (hosts: string, path = "/mcp") => `import os
import stoa

@stoa.agent(${hosts})
def run(message: str) -> str:
    weather = stoa.mcp("https://${HOST}${path}", token=os.environ.get("WEATHER_TOKEN"))
    names = [tool.name for tool in weather.list_tools()]
    try:
        weather.call_tool("fail")
    except stoa.McpError as error:
        return f"{names} {weather.call_tool('get_weather', {'city': 'Rome'}).text} {error}"
`;

test.each(["/mcp", "/modern", "/sessions"])(
  "a Python agent uses a declared server that speaks the versions of %s",
  async (path) => {
    const { agent, developer, getCheck } = await upload("agent.py", PYTHON(`hosts=["${HOST}"]`, path));
    expect(getCheck("trial_run")).toContain(`The agent calls ${HOST} when it runs.`);
    const result = parseAnswer(ExecutionResult, await run(developer, agent.id));
    expect(result.agent_output, JSON.stringify(result)).toBe(
      "['get_weather', 'files/read.text', 'files_read_text', 'fail'] It is sunny in Rome The tool fail failed: The disk is full",
    );
    const connections = await readTrace(developer, result);
    expect(connections[0]).toMatchObject({ type: "connection", host: HOST, outcome: "connected" });
  },
);

const CONNECTED = `import stoa

@stoa.agent(connectors=[{"service": "${HOST}", "methods": ["POST"], "paths": ["/mcp"]}])
def run(message: str) -> str:
    weather = stoa.mcp("https://${HOST}/mcp", connector="${HOST}")
    return weather.call_tool("get_weather", {"city": "Rome"}).text
`;

test("a Python agent uses a server with its caller's connector", async () => {
  const { agent, getCheck } = await upload("agent.py", CONNECTED);
  expect(agent.hosts).toBeUndefined();
  expect(getCheck("network")).toBe("Reaches no hosts");
  const caller = await registerWithConnector();
  expect((await run(caller, agent.id)).status).toBe(403);
  await grant(caller, agent.id, ["POST"]);
  const result = parseAnswer(ExecutionResult, await run(caller, agent.id));
  expect(result.agent_output, JSON.stringify(result)).toBe("It is sunny in Rome");
  expect(getHeaders("x-key")).toEqual(new Set([KEY]));
});

const LANGCHAIN = `import stoa
from langchain.agents import create_agent

STOA_HOSTS = ["${HOST}"]

tools = stoa.mcp("https://${HOST}/mcp").as_langchain("get_weather")
agent = create_agent("openai:gpt-4o-mini", tools)
`;

test("a LangChain agent gets the tools of a server, and each call is a step", async () => {
  const { agent, developer, getCheck } = await upload("agent.py", LANGCHAIN);
  expect(getCheck("trial_run")).toContain(`The agent calls ${HOST} when it runs.`);
  model.play([{ tool: "get_weather", args: { city: "Rome" } }, "It is sunny."]);
  const result = parseAnswer(ExecutionResult, await run(developer, agent.id));
  expect(result.agent_output, JSON.stringify(result)).toBe("It is sunny.");
  const steps = (await readTrace(developer, result)).filter(({ type }) => type === "step");
  expect(steps.at(-1)).toMatchObject({ kind: "tool_result", text: "It is sunny in Rome" });
});

test("the upload of a Python agent proposes to declare the host of its server", async () => {
  const { client } = server();
  const developer = await client.register();
  const form = uploadForm({ file: { name: "agent.py", content: PYTHON("") } });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  expect(answer.status).toBe(400);
  const text = JSON.stringify(answer.body);
  expect(text).toContain(`This agent tried to reach ${HOST}, which it does not declare. Add it to hosts.`);
});
