import { afterEach, beforeEach, expect, it } from "vitest";
import { type GatewayFixture, startGateway } from "./testing/gateway-fixture.ts";
import { type ScriptedUpstream, startScriptedUpstream } from "./testing/scripted-upstream.ts";

const MODEL = "text-embedding-3-small";
let upstream: ScriptedUpstream;
let fixture: GatewayFixture;

beforeEach(async () => {
  upstream = await startScriptedUpstream();
  fixture = await startGateway({
    env: { OPENAI_API_KEY: "sk-operators", OPENAI_BASE_URL: upstream.baseUrl },
  });
});
afterEach(async () => {
  await fixture.close();
  await upstream.close();
});

const embed = (texts: string[], model = MODEL, timeoutMs = 5_000) =>
  fixture.gateway.embed(model, texts, timeoutMs);

function answerWith(status: number, body: unknown): void {
  upstream.answer((_request, response) => void response.writeHead(status).end(JSON.stringify(body)));
}

it("embeddings for the server itself use the operator's key and do not use any run's budget", async () => {
  answerWith(200, {
    data: [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ],
  });
  expect(await embed(["one", "two"])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(upstream.received[0]).toMatchObject({
    path: "/v1/embeddings",
    headers: { authorization: "Bearer sk-operators" },
    body: { model: MODEL, input: ["one", "two"], encoding_format: "float" },
  });
  expect(fixture.budget.reservations.size).toBe(0);
});

it.each([
  ["an error", 500, {}],
  ["too few vectors", 200, { data: [] }],
  ["an unexpected answer", 200, { data: [{ index: 0, embedding: "AAAA" }] }],
])("fails without returning vectors if the provider sends %s", async (_case, status, body) => {
  answerWith(status, body);
  await expect(embed(["one"])).rejects.toMatchObject({ name: "GatewayError", status: 502 });
});

it("a provider that does not answer causes a timeout error", async () => {
  upstream.answer(() => {});
  await expect(embed(["one"], MODEL, 200)).rejects.toMatchObject({ name: "GatewayError" });
});

it.each(["stoa-basic", "no-such-model"])("the server cannot create embeddings with %s", async (model) => {
  await expect(embed(["one"], model)).rejects.toMatchObject({ name: "GatewayError" });
  expect(upstream.received).toEqual([]);
});
