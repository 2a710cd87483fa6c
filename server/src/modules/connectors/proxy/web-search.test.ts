import { ExecutionResult, Problem, RunTrace, UploadReply } from "@stoa/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  chunk,
  DONE,
  openAiUsage,
  type ScriptedUpstream,
  startEvents,
  startScriptedUpstream,
  usageChunk,
} from "../../../../../gateway/src/testing/scripted-upstream.ts";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { type ScriptedService, startScriptedService } from "../../../../../tests/harness/scripted-service.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { uploadForm } from "../../catalog/catalog-server.fixture.ts";

const PAGE = { title: "Rome", url: "https://example.com/rome", content: "Founded in 753 BC." };
const USE = { service: "tavily", methods: ["POST"], paths: ["/search"] };

const provider: ScriptedUpstream = await startScriptedUpstream();
let tavily: ScriptedService;
beforeAll(async () => {
  tavily = await startScriptedService(["api.tavily.com"]);
});
const server = useTestServer({
  env: {
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: "sk-operators",
    STOA_MODELS: "gpt-4.1=2/8",
    STOA_OUTBOUND_ALLOW: "127.0.0.1/32",
  },
  network: () => ({ lookup: tavily.lookup, ca: tavily.ca, replacePort: () => tavily.port }),
});
afterAll(async () => {
  await tavily.close();
  await provider.close();
});
beforeEach(() => {
  tavily.answer(({ path }) => ({ status: 200, body: path === "/search" ? { results: [PAGE] } : {} }));
  tavily.requests.splice(0);
  provider.received.splice(0);
  provider.answer((_request, response) => {
    startEvents(response);
    const search = { name: "web_search", arguments: '{"query":"founding of Rome"}' };
    const call = { index: 0, id: "call_1", type: "function", function: search };
    response.write(
      provider.received.length === 1
        ? chunk({ tool_calls: [call] }) + chunk({}, "tool_calls")
        : chunk({ content: `753 BC (${PAGE.url})` }) + chunk({}, "stop"),
    );
    response.end(usageChunk(openAiUsage(100, 20)) + DONE);
  });
});

const searches = (declaration: string) => `${declaration}
import json, os, urllib.error, urllib.request

def run(message: str):
    body = {"model": "gpt-4.1", "input": message, "tools": [{"type": "web_search"}]}
    headers = {"authorization": "Bearer " + os.environ["OPENAI_API_KEY"], "content-type": "application/json"}
    url = os.environ["OPENAI_BASE_URL"] + "/responses"
    try:
        with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as answer:
            text = json.load(answer)["output"][-1]["content"][0]
            return {"text": text["text"], "sources": [item["url"] for item in text["annotations"]]}
    except urllib.error.HTTPError as refusal:
        raise RuntimeError(json.load(refusal)["error"]["message"])
`;

async function upload(source: string) {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ file: { name: "agent.py", content: source } });
  return client.call("POST", "/api/v1/agents/upload", { token, form });
}

test("an agent's model searches the web with the connector that its caller allows, and the trace shows it", async () => {
  const { client } = server();
  const uploaded = await upload(searches(`STOA_CONNECTORS = [${JSON.stringify(USE)}]`));
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const { agent } = parseAnswer(UploadReply, uploaded);
  const { token } = await client.register();
  const runIt = () =>
    client.post("/api/v1/execute/run", { agent_id: agent.id, input_data: { message: "Rome?" } }, { token });
  expect(parseAnswer(Problem, await runIt())).toMatchObject({
    error: "grant_needed",
    needs: [{ service: "tavily", state: "no_connector" }],
  });
  expect([provider.received, tavily.requests]).toEqual([[], []]);

  await client.post("/api/v1/connectors", { service_name: "tavily", api_key: "tvly-1" }, { token });
  tavily.requests.splice(0);
  await client.post(`/api/v1/agents/${agent.id}/connectors/grant`, { uses: [USE] }, { token });
  const result = parseAnswer(ExecutionResult, await runIt());
  expect(result, JSON.stringify(result)).toMatchObject({
    success: true,
    agent_output: { text: `753 BC (${PAGE.url})`, sources: [PAGE.url] },
  });
  expect(tavily.requests).toMatchObject([
    { path: "/search", body: '{"query":"founding of Rome","max_results":5}' },
  ]);
  expect(tavily.requests[0]?.headers.authorization).toBe("Bearer tvly-1");
  const path = `/api/v1/execute/runs/${result.run_id}/trace`;
  const { entries } = parseAnswer(RunTrace, await client.get(path, { token }));
  expect(entries).toContainEqual(expect.objectContaining({ service: "tavily", path: "/search" }));
  expect(entries.filter(({ type }) => type === "model_call")).toHaveLength(2);
});

test("an upload whose model would search the web without a declared connector fails with the line to add", async () => {
  const { status, body } = await upload(searches(""));
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("STOA_CONNECTORS = [");
  expect(tavily.requests).toEqual([]);
});
