import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ScriptedService, startScriptedService } from "../harness/scripted-service.ts";
import { useTestServer } from "../harness/server.ts";
import { run, upload } from "./agents.ts";
import { startScriptedModel } from "./scripted-model.ts";

const HOST = "api.tavily.com";
const PAGE = { title: "Rome", url: "https://example.com/rome", content: "Founded in 753 BC." };
const CITED = "It was 753 BC ([Rome](https://example.com/rome)).";
const USE = { service: "tavily", methods: ["POST"], paths: ["/search"] };
// The packages of the Agents SDK are installed from the package index.
vi.setConfig({ testTimeout: 180_000 });

const model = await startScriptedModel();
let tavily: ScriptedService;
beforeAll(async () => {
  tavily = await startScriptedService([HOST]);
});
const resolveHost: LookupFunction = (name, options, done) =>
  name === HOST ? tavily.lookup(name, options, done) : lookup(name, options, done);
const server = useTestServer({
  env: {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk-operators",
    STOA_OUTBOUND_ALLOW: "127.0.0.1/32",
  },
  network: () => ({
    lookup: resolveHost,
    ca: tavily.ca,
    replacePort: (host, port) => (host === HOST ? tavily.port : port),
  }),
});
afterAll(async () => {
  await tavily.close();
  await model.close();
});
beforeEach(() => {
  tavily.requests.splice(0);
  tavily.answer(({ path }) =>
    path === "/search" ? { status: 200, body: { results: [PAGE] } } : { status: 200, body: {} },
  );
});

/** Returns a person who has connected Tavily and allowed the agent to use it for searches. */
async function createCaller(agentId: number) {
  const { client } = server();
  const caller = await client.register();
  const options = { token: caller.token };
  const connector = { service_name: "tavily", api_key: "tvly-of-the-caller" };
  expect((await client.post("/api/v1/connectors", connector, options)).status).toBe(201);
  const grant = await client.post(`/api/v1/agents/${agentId}/connectors/grant`, { uses: [USE] }, options);
  expect(grant.status, JSON.stringify(grant.body)).toBe(200);
  return caller;
}

describe.runIf(process.env.STOA_TEST_LONG)("web search as a built-in tool", () => {
  it.each([
    ["openai_responses.py", { text: CITED, sources: [PAGE.url] }],
    ["langchain_tool.py", { text: CITED, sources: [PAGE.url] }],
    ["openai_agents.py", CITED],
  ])("%s searches with its caller's Tavily connector", async (file, expected) => {
    const agent = await upload(server(), `search/${file}`);
    expect(tavily.requests).toEqual([]);
    model.play([{ tool: "web_search", args: { query: "founding of Rome" } }, CITED]);
    const caller = await createCaller(agent.id);
    const outcome = await run(server(), agent, { message: "When was Rome founded?" }, { as: caller });
    expect(outcome.output, JSON.stringify(outcome.result)).toEqual(expected);
    expect(tavily.requests.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ["/search", { query: "founding of Rome", max_results: 5 }],
    ]);
    expect(tavily.requests[0]?.headers.authorization).toBe("Bearer tvly-of-the-caller");
    expect(outcome.result.tokens_used).toBe(240);
  });
});
