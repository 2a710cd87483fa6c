import { AgentConnector, ExecutionResult, Problem, UploadReply } from "@stoa/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { allowHosts } from "../../../../tests/harness/allow-hosts.ts";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { readStoredEvents } from "../../../../tests/harness/contents.ts";
import { type ScriptedService, startScriptedService } from "../../../../tests/harness/scripted-service.ts";
import { SERVER_CONTENT_VAULT, useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

const API = "api.example.com";
const OTHER = "other.example.com";
const ORIGIN = "http://0.0.0.0:9925";
const SECRET = "key-of-the-caller-alone";

let service: ScriptedService;
const at = (host: string) => `${host}:${service.port}`;

beforeAll(async () => {
  service = await startScriptedService([API, OTHER]);
});
const server = useTestServer({
  env: { STOA_PYTHON: "/nonexistent/python3", STOA_OUTBOUND_ALLOW: "127.0.0.1/32" },
  network: () => ({ lookup: service.lookup, ca: service.ca }),
});
afterAll(() => service.close());
beforeEach(() => {
  service.requests.length = 0;
  service.answer(({ path }) =>
    path.startsWith("/away")
      ? { status: 302, headers: { location: `https://${at(OTHER)}/signed` } }
      : { status: 200, body: { path } },
  );
});

const node = (name: string, type: string, typeVersion: number, parameters: object, x: number) => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [x, 0],
  parameters,
});

const SIGNED = { authentication: "genericCredentialType", genericAuthType: "httpHeaderAuth" };

const flow = (url: string) =>
  JSON.stringify({
    name: "Asker",
    nodes: [
      node("Start", "webhook", 2, { path: "a" }, 0),
      node("Ask", "httpRequest", 4.2, { url, ...SIGNED }, 200),
    ],
    connections: { Start: { main: [[{ node: "Ask", type: "main", index: 0 }]] } },
    settings: { executionOrder: "v1" },
  });

/** The caller names the server in the input. The trial run of the upload sends no input, so it uses the default. */
const SERVER = '$json.body.server || "https://api.example.com"';
const NAMED = flow(`={{ ${SERVER} }}/v1`);
const IN_PLACE = flow(`=${ORIGIN}/api/{{ 1 + 1 }}`);

async function uploaded(content: string) {
  const { client } = server();
  const developer = await client.register();
  const form = uploadForm({
    fields: { name: `Asker ${Math.random()}`, category: "automation", price_per_token: "0" },
    file: { name: "flow.json", content },
  });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return parseAnswer(UploadReply, answer);
}

const connect = ({ token }: Person, host: string) =>
  server().client.post(
    "/api/v1/connectors",
    { service_name: "api", api_key: SECRET, service_config: { host, sign_in: "header", name: "X-Key" } },
    { token },
  );

async function allow(caller: Person, agentId: number, connectors: string[]) {
  const { client } = server();
  const { token } = caller;
  const path = `/api/v1/agents/${agentId}/connectors`;
  const asked = parseAnswer(z.array(AgentConnector), await client.get(path, { token }));
  const uses = asked.map(({ service: name, methods, paths }) => ({
    service: name,
    methods,
    paths,
    connectors,
  }));
  const answer = await client.post(`${path}/grant`, { uses }, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await allowHosts(client, caller, agentId);
}

const run = ({ token }: Person, agentId: number, input: object) =>
  server().client.post("/api/v1/execute/run", { agent_id: agentId, input_data: input }, { token });

const asked = () => service.requests.map(({ host, path, headers }) => [host, path, headers["x-key"]]);

test.each([
  [NAMED, "*", "needs a key for a server that the run names", "Connect Any API in Settings"],
  [IN_PLACE, ORIGIN, `in place of ${ORIGIN}`, "Connect Any API in Settings"],
])(
  "an upload names the servers that callers must choose, and a run without that choice is refused",
  async (file, name, words, step) => {
    const { agent, checks } = await uploaded(file);
    const details = checks.map(({ detail }) => detail).join("\n");
    expect(details).toContain(words);
    expect(details).toContain("'Ask' needs");
    const caller = await server().client.register();
    const answer = await run(caller, agent.id, {});
    expect(answer.status).toBe(403);
    expect(parseAnswer(Problem, answer)).toMatchObject({
      error: "grant_needed",
      detail: expect.stringContaining(step) as string,
      needs: [{ service: name, state: "no_connector" }],
    });
    expect(service.requests).toEqual([]);
  },
);

test("a run's request carries the key only if the caller has allowed the server that the run names", async () => {
  const { agent } = await uploaded(NAMED);
  const caller = await server().client.register();
  await connect(caller, at(API));
  await connect(caller, at(OTHER));
  await allow(caller, agent.id, [at(API)]);
  const answer = await run(caller, agent.id, { server: `https://${at(API)}` });
  expect(parseAnswer(ExecutionResult, answer)).toMatchObject({
    success: true,
    agent_output: { path: "/v1" },
  });
  expect(asked()).toEqual([[API, "/v1", SECRET]]);
  for (const elsewhere of [`https://${at(OTHER)}`, `https://${API}`, "https://unknown.example.com"]) {
    const refused = parseAnswer(ExecutionResult, await run(caller, agent.id, { server: elsewhere }));
    expect(refused.success).toBe(false);
    expect(JSON.stringify(refused)).toContain(`needs your key for ${new URL(elsewhere).host}`);
    expect(JSON.stringify(refused)).toContain("allow this agent to use it");
    expect(JSON.stringify(refused)).toContain("Ask");
  }
  const here = parseAnswer(ExecutionResult, await run(caller, agent.id, { server: "http://127.0.0.1:80" }));
  expect(here.success).toBe(false);
  expect(service.requests).toHaveLength(1);
});

test("a redirected request to another server does not contain the key", async () => {
  const { agent } = await uploaded(flow(`={{ ${SERVER} }}/away`));
  const caller = await server().client.register();
  await connect(caller, at(API));
  await connect(caller, at(OTHER));
  await allow(caller, agent.id, [at(API), at(OTHER)]);
  await run(caller, agent.id, { server: `https://${at(API)}` });
  expect(asked()[0]).toEqual([API, "/away", SECRET]);
  for (const [host, , key] of asked().slice(1)) expect([host, key]).toEqual([OTHER, undefined]);
});

test("requests to the developer's local server go to the API that the caller chose instead", async () => {
  const { agent } = await uploaded(IN_PLACE);
  const caller = await server().client.register();
  await connect(caller, at(API));
  expect(parseAnswer(Problem, await run(caller, agent.id, {})).detail).toContain(
    "Choose one of your connectors for it on the agent's page first.",
  );
  await allow(caller, agent.id, [at(API)]);
  const answer = await run(caller, agent.id, {});
  expect(parseAnswer(ExecutionResult, answer)).toMatchObject({
    success: true,
    agent_output: { path: "/api/2" },
  });
  expect(asked()).toEqual([[API, "/api/2", SECRET]]);
  const kept = await readStoredEvents(server().db, SERVER_CONTENT_VAULT);
  expect(JSON.stringify([answer.body, kept])).not.toContain(SECRET);
});

test("a host with an allowed key can also receive requests without the key", async () => {
  const file = JSON.parse(flow(`https://${at(API)}/v1`)) as { nodes: object[]; connections: object };
  file.nodes.push(node("Look", "httpRequest", 4.2, { url: `https://${at(OTHER)}/away` }, 400));
  Object.assign(file.connections, { Ask: { main: [[{ node: "Look", type: "main", index: 0 }]] } });
  service.answer(({ path }) =>
    path === "/away"
      ? { status: 302, headers: { location: `https://${at(API)}/open` } }
      : { status: 200, body: { path } },
  );
  const { agent } = await uploaded(JSON.stringify(file));
  const caller = await server().client.register();
  await connect(caller, at(API));
  const { token } = caller;
  const uses = [{ service: at(API), methods: ["GET"], paths: ["/**"] }];
  await server().client.post(`/api/v1/agents/${agent.id}/connectors/grant`, { uses }, { token });
  await allowHosts(server().client, caller, agent.id);
  const answer = await run(caller, agent.id, {});
  expect(parseAnswer(ExecutionResult, answer)).toMatchObject({
    success: true,
    agent_output: { path: "/open" },
  });
  expect(asked()).toEqual([
    [API, "/v1", SECRET],
    [OTHER, "/away", undefined],
    [API, "/open", undefined],
  ]);
});
