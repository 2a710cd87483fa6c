import { request } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type GatewayFixture, RUN_TOKEN, startGateway } from "../testing/gateway-fixture.ts";
import { type ScriptedUpstream, startScriptedUpstream } from "../testing/scripted-upstream.ts";

let upstream: ScriptedUpstream;
let fixture: GatewayFixture;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  fixture = await startGateway({
    env: { OPENAI_BASE_URL: upstream.baseUrl, OPENAI_API_KEY: "sk-test" },
    timeouts: { drainMs: 50 },
  });
});
afterAll(async () => {
  await fixture.close();
  await upstream.close();
});

const QUESTION = [{ role: "user", content: "hi" }];

test.each([
  ["/v1/messages", { max_tokens: 100, messages: QUESTION }],
  ["/v1/responses", { input: "hi" }],
  ["/v1/chat/completions", { messages: QUESTION }],
])("ends and records a call of %s when its client disconnects", async (path, body) => {
  const before = fixture.budget.records.length;
  const arrival = new Promise<void>((resolve) => upstream.answer(() => resolve()));
  const headers = { authorization: `Bearer ${RUN_TOKEN}`, "content-type": "application/json" };
  const client = request({ port: fixture.port, method: "POST", path, headers });
  client.on("error", () => {});
  client.end(JSON.stringify({ model: "gpt-4o-mini", stream: true, ...body }));
  await arrival;
  client.destroy();
  await vi.waitFor(() => expect(fixture.budget.records.length).toBe(before + 1));
  expect(fixture.budget.lastCall.outcome).toBe("client_gone");
});
