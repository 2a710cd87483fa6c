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
const FILES = "files.example.com";
const SECRET = "key-of-the-caller-alone";

let service: ScriptedService;
let host: string;

beforeAll(async () => {
  service = await startScriptedService([API, FILES]);
  host = `${API}:${service.port}`;
});
const server = useTestServer({
  env: { STOA_PYTHON: "/nonexistent/python3", STOA_OUTBOUND_ALLOW: "127.0.0.1/32" },
  network: () => ({ lookup: service.lookup, ca: service.ca }),
});
afterAll(() => service.close());
beforeEach(() => {
  service.requests.length = 0;
  service.answer(({ path, host: asked }) => {
    if (asked === FILES) return { status: 200, body: { file: true } };
    if (path.startsWith("/v1/file"))
      return { status: 302, headers: { location: `https://${FILES}:${service.port}/signed` } };
    return { status: 200, body: { made: true, echo: SECRET } };
  });
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

const FILE = (hosts: readonly string[]) =>
  JSON.stringify({
    name: "Maker",
    meta: { stoa: { hosts } },
    nodes: [
      node("Start", "manualTrigger", 1, {}, 0),
      node("Make", "httpRequest", 4.2, { method: "POST", url: `https://${host}/v1/things`, ...SIGNED }, 200),
      node("Fetch", "httpRequest", 4.2, { url: `=https://${host}/v1/file/{{ 1 + 1 }}`, ...SIGNED }, 400),
    ],
    connections: {
      Start: { main: [[{ node: "Make", type: "main", index: 0 }]] },
      Make: { main: [[{ node: "Fetch", type: "main", index: 0 }]] },
    },
    settings: { executionOrder: "v1" },
  });

async function uploaded(hosts = [`${FILES}:${service.port}`]) {
  const { client } = server();
  const developer = await client.register();
  const form = uploadForm({
    fields: { name: `Maker ${Math.random()}`, category: "automation", price_per_token: "0" },
    file: { name: "flow.json", content: FILE(hosts) },
  });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return parseAnswer(UploadReply, answer);
}

const connect = ({ token }: Person) =>
  server().client.post(
    "/api/v1/connectors",
    {
      service_name: "api",
      api_key: SECRET,
      service_config: { host: `https://${host}/`, sign_in: "header", name: "X-Key" },
    },
    { token },
  );

const run = ({ token }: Person, agentId: number) =>
  server().client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "go" } },
    { token },
  );

test("an upload names the host that needs a key, and a run without a connector for that host returns 403", async () => {
  const { agent, checks } = await uploaded();
  expect(checks.find(({ name }) => name === "connectors")?.detail).toBe(
    `${host} (read and send: GET, POST on any path)`,
  );
  expect(service.requests).toEqual([]);
  const caller = await server().client.register();
  const answer = await run(caller, agent.id);
  expect(answer.status).toBe(403);
  expect(parseAnswer(Problem, answer)).toMatchObject({
    error: "grant_needed",
    detail: expect.stringContaining(`You have no ${host} connector. Add one in Settings first.`) as string,
    needs: [{ service: host, display_name: host, methods: ["GET", "POST"], state: "no_connector" }],
  });
  expect(service.requests).toEqual([]);
});

async function allow({ token }: Person, agentId: number) {
  const { client } = server();
  const asked = parseAnswer(
    z.array(AgentConnector),
    await client.get(`/api/v1/agents/${agentId}/connectors`, { token }),
  );
  const uses = asked.map(({ service: name, methods, paths }) => ({ service: name, methods, paths }));
  expect((await client.post(`/api/v1/agents/${agentId}/connectors/grant`, { uses }, { token })).status).toBe(
    200,
  );
}

test("a run authenticates with its caller's key, and neither the output nor the trace contains the key", async () => {
  const { client } = server();
  const { agent } = await uploaded();
  const caller = await client.register();
  expect((await connect(caller)).status).toBe(201);
  await allow(caller, agent.id);
  const unasked = parseAnswer(Problem, await run(caller, agent.id));
  expect(unasked).toMatchObject({ error: "grant_needed", hosts: [`${FILES}:${service.port}`] });
  await allowHosts(client, caller, agent.id);
  const answer = await run(caller, agent.id);
  const result = parseAnswer(ExecutionResult, answer);
  expect(result).toMatchObject({ success: true, agent_output: { file: true } });
  expect(
    service.requests.map(({ method, host: to, path, headers }) => [method, to, path, headers["x-key"]]),
  ).toEqual([
    ["POST", API, "/v1/things", SECRET],
    ["GET", API, "/v1/file/2", SECRET],
    ["GET", FILES, "/signed", undefined],
  ]);
  const runs = await client.get(`/api/v1/connectors`, { token: caller.token });
  expect(runs.body).toMatchObject([{ service_name: host, current_usage: 2 }]);
  const kept = await readStoredEvents(server().db, SERVER_CONTENT_VAULT);
  expect(JSON.stringify([answer.body, kept])).not.toContain(SECRET);
  expect(JSON.stringify(kept)).toContain("/v1/things");
});

test("a redirect to a host that the agent does not declare is refused", async () => {
  const { agent } = await uploaded([]);
  const caller = await server().client.register();
  await connect(caller);
  await allow(caller, agent.id);
  const result = parseAnswer(ExecutionResult, await run(caller, agent.id));
  expect(result.success).toBe(false);
  expect(JSON.stringify(result)).toContain(
    `${FILES}:${service.port} is not one of the hosts that this agent declares: ${host}.`,
  );
  expect(service.requests.map(({ host: to }) => to)).toEqual([API, API]);
});
