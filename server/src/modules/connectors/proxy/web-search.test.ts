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
import { type ScriptedService, startScriptedService } from "../../../../../tests/harness/scripted-service.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { uploadForm } from "../../catalog/catalog-server.fixture.ts";

const PAGE = { title: "Rome", url: "https://example.com/rome", content: "Founded in 753 BC." };

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

test("an upload whose model would search without a declared connector fails with the line to add", async () => {
  const { status, body } = await upload(searches(""));
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("STOA_CONNECTORS = [");
  expect(tavily.requests).toEqual([]);
});
