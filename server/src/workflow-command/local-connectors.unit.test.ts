import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScriptedService, startScriptedService } from "../../../tests/harness/scripted-service.ts";
import { createOutbound } from "../platform/outbound/create-outbound.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import { Traffic } from "../platform/outbound/traffic.ts";
import { MemoryBudget } from "../platform/run-routes/memory-budget.ts";
import { UsageError } from "./command-arguments.ts";
import { createLocalConnectorRoute, readCredentials } from "./local-connectors.ts";
import { openLocalGateway } from "./local-gateway.ts";

const SECRET = "key-of-my-own-1";
const SESSION = { runId: "run_local", runToken: "rt_local", trial: false };
const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };

let service: ScriptedService;
let outbound: Outbound;

beforeAll(async () => {
  service = await startScriptedService(["api.example.com"]);
  outbound = createOutbound({ allow: ["127.0.0.1/32"], lookup: service.lookup, ca: service.ca });
});
afterAll(async () => {
  await outbound.close();
  await service.close();
});

const entry = (host: string) => ({
  service_name: "api",
  api_key: SECRET,
  service_config: { host, sign_in: "header", name: "X-Key" },
});

async function asked(path: string, credentials: object[]): Promise<{ status: number; text: string }> {
  const connectors = readCredentials(JSON.stringify(credentials));
  const { signal } = new AbortController();
  const route = createLocalConnectorRoute({
    connectors,
    outbound,
    memory: new MemoryBudget(),
    log: LOG,
    signal,
    traffic: new Traffic(),
  });
  const server = createServer((incoming, response) => void route.handle(SESSION, incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, path, agent: false }, (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, text: body }), reject);
      });
      sent.on("error", reject).end();
    });
  } finally {
    server.close();
  }
}

test("a request to an API carries the credential from the file", async () => {
  service.answer(() => ({ status: 200, body: { ok: true } }));
  const host = `api.example.com:${service.port}`;
  expect(await asked(`/connectors/${host}/v1/me?x=1`, [entry(host)])).toEqual({
    status: 200,
    text: '{"ok":true}',
  });
  expect(service.requests).toMatchObject([{ path: "/v1/me?x=1", headers: { "x-key": SECRET } }]);
});

test("an API with in_place_of receives the requests to the URL that it replaces", async () => {
  service.requests.length = 0;
  const host = `api.example.com:${service.port}`;
  const credentials = [{ ...entry(host), in_place_of: "http://0.0.0.0:9925" }];
  const path = `/connectors/${encodeURIComponent("http://0.0.0.0:9925")}/api/recipes`;
  expect(await asked(path, credentials)).toMatchObject({ status: 200 });
  expect(service.requests).toMatchObject([{ path: "/api/recipes", headers: { "x-key": SECRET } }]);
  const other = await asked(path.replace("9925", "9926"), credentials);
  expect(other.status).toBe(403);
  expect(other.text).toContain("No connector replaces http://0.0.0.0:9926");
  expect(service.requests).toHaveLength(1);
});

test("the error names a service that the file does not contain", async () => {
  const answer = await asked("/connectors/slack/chat.postMessage", [entry("api.example.com")]);
  expect(answer.status).toBe(403);
  expect(JSON.parse(answer.text)).toEqual({
    error: "no_connector",
    detail: "No credential for slack. Add one to a file and pass it with --credentials.",
  });
});

test("without a credentials file the error says what to do", async () => {
  const gateway = await openLocalGateway({}, "/nonexistent/stoa.models.json");
  const server = createServer().on("connection", () => undefined);
  server.removeAllListeners("connection");
  server.on("connection", (socket) => gateway.connect(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/connectors/api.example.com/v1`, {
    headers: { authorization: `Bearer ${gateway.runToken}`, connection: "close" },
  });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({
    detail: expect.stringContaining("api.example.com") as string,
  });
  server.close();
  await gateway.close();
});

test.each([
  ["{", "the file is not valid JSON"],
  ["{}", "--credentials: the file: "],
  ['[{"service_name": "fax", "api_key": "secret-1"}]', "entry 0"],
  [
    '[{"service_name": "api", "api_key": "secret-1", "service_config": {"host": "x"}}]',
    "entry 0: host must be",
  ],
  ['[{"service_name": "slack", "token": "secret-1"}]', "--credentials: 0"],
  [
    '[{"service_name": "slack", "api_key": "secret-1", "in_place_of": "slack"}]',
    "--credentials: 0.in_place_of: must be the URL",
  ],
])("rejects %s and names the entry, but not its values", (file, message) => {
  const read = () => readCredentials(file);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
  expect(read).not.toThrow("secret-1");
});
