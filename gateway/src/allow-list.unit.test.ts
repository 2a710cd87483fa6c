import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GatewayFixture, startGateway } from "./testing/gateway-fixture.ts";
import { startScriptedUpstream } from "./testing/scripted-upstream.ts";

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway();
});
afterAll(() => fixture.close());

const PATHS = {
  chat: "/v1/chat/completions",
  responses: "/v1/responses",
  messages: "/v1/messages",
  embeddings: "/v1/embeddings",
};
const PLAIN: Record<keyof typeof PATHS, object> = {
  chat: { model: "default", messages: [{ role: "user", content: "Hi" }] },
  responses: { model: "default", input: "Hi" },
  messages: { model: "default", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] },
  embeddings: { model: "default", input: "Hi" },
};
const said = (part: object, role = "user") => ({ messages: [{ role, content: [part] }] });
const item = (part: object) => ({ input: [{ role: "user", content: [part] }] });

type Row = [keyof typeof PATHS, string, object];

/** Keeps something at the provider, or reads what was kept there. */
const STATE: Row[] = [
  ["chat", "store", { store: true }],
  ["chat", "previous_response_id", { previous_response_id: "resp_1" }],
  ["chat", "prompt_cache_key", { prompt_cache_key: "another tenant" }],
  ["chat", "prompt_cache_retention", { prompt_cache_retention: "24h" }],
  ["chat", "messages[0].content[0].type", said({ type: "file", file: { file_id: "file-1" } })],
  ["chat", "messages[0].content[0].file_id", said({ type: "text", text: "Hi", file_id: "file-1" })],
  ["responses", "store", { store: true }],
  ["responses", "previous_response_id", { previous_response_id: "resp_1" }],
  ["responses", "conversation", { conversation: "conv_1" }],
  ["responses", "prompt", { prompt: { id: "pmpt_1" } }],
  ["responses", "background", { background: true }],
  ["responses", "prompt_cache_retention", { prompt_cache_retention: "24h" }],
  ["responses", "context_management", { context_management: [] }],
  ["responses", "input[0]", { input: [{ type: "item_reference", id: "msg_1" }] }],
  ["responses", "input[0]", item({ type: "input_file", file_id: "file-1" })],
  ["responses", "input[0]", item({ type: "input_image", file_id: "file-1" })],
  ["messages", "container", { container: "container_1" }],
  ["messages", "context_management", { context_management: {} }],
  [
    "messages",
    "messages[0].content[0]",
    said({ type: "image", source: { type: "file", file_id: "file_1" } }),
  ],
  ["messages", "messages[0].content[0]", said({ type: "document", source: { type: "file", file_id: "f" } })],
  ["messages", "messages[0].content[0]", said({ type: "container_upload", file_id: "file_1" })],
];

/** Changes the price, is answered more than once, or is charged beside the tokens. */
const METERING: Row[] = [
  ["chat", "n", { n: 2 }],
  ["chat", "service_tier", { service_tier: "priority" }],
  ["chat", "modalities", { modalities: ["text", "audio"] }],
  ["chat", "audio", { audio: { voice: "alloy", format: "mp3" } }],
  ["chat", "prediction", { prediction: { type: "content", content: "x" } }],
  ["chat", "web_search_options", { web_search_options: {} }],
  ["chat", "best_of", { best_of: 3 }],
  ["chat", "tools[0].type", { tools: [{ type: "web_search" }] }],
  ["chat", "tools[0].type", { tools: [{ type: "custom", custom: { name: "x" } }] }],
  [
    "chat",
    "messages[0].content[0].type",
    said({ type: "input_audio", input_audio: { data: "", format: "wav" } }),
  ],
  ["chat", "stream_options.include_obfuscation", { stream_options: { include_obfuscation: true } }],
  ["responses", "service_tier", { service_tier: "flex" }],
  ["responses", "max_tool_calls", { max_tool_calls: 3 }],
  ["responses", "tools[0].type", { tools: [{ type: "web_search" }] }],
  ["responses", "tools[0].type", { tools: [{ type: "file_search", vector_store_ids: ["vs_1"] }] }],
  ["responses", "tools[0].type", { tools: [{ type: "code_interpreter", container: { type: "auto" } }] }],
  ["responses", "tools[0].type", { tools: [{ type: "mcp", server_url: "https://example.com" }] }],
  ["responses", "tools[0].type", { tools: [{ type: "image_generation" }] }],
  ["responses", "tools[0].type", { tools: [{ type: "computer_use_preview" }] }],
  ["messages", "service_tier", { service_tier: "auto" }],
  ["messages", "speed", { speed: "fast" }],
  ["messages", "inference_geo", { inference_geo: "us" }],
  ["messages", "mcp_servers", { mcp_servers: [{ type: "url", url: "https://example.com", name: "x" }] }],
  ["messages", "tools[0].type", { tools: [{ type: "web_search_20250305", name: "web_search" }] }],
  ["messages", "tools[0].type", { tools: [{ type: "code_execution_20250825", name: "code_execution" }] }],
  ["embeddings", "service_tier", { service_tier: "flex" }],
  ["embeddings", "task_type", { task_type: "RETRIEVAL_QUERY" }],
];

/** Makes the provider fetch what the sandbox cannot. */
const WAYS_OUT: Row[] = [
  [
    "chat",
    "messages[0].content[0].image_url.url",
    said({ type: "image_url", image_url: { url: "https://example.com/a.png" } }),
  ],
  [
    "messages",
    "messages[0].content[0]",
    said({ type: "image", source: { type: "url", url: "https://example.com/a.png" } }),
  ],
  [
    "messages",
    "messages[0].content[0]",
    said({ type: "document", source: { type: "url", url: "https://example.com" } }),
  ],
  ["responses", "input[0]", item({ type: "input_file", file_url: "https://example.com" })],
];

describe.each([
  ["keeps state", STATE],
  ["escapes metering", METERING],
  ["leads out of the sandbox", WAYS_OUT],
])("a field that %s", (_what, rows) => {
  it.each(rows)("is refused in %s by its name: %s %j", async (api, field, extra) => {
    const answer = await fixture.post({ ...PLAIN[api], ...extra }, {}, PATHS[api]);
    expect(answer.status).toBe(400);
    const { error } = JSON.parse(answer.text);
    expect(`${error.param ?? ""} ${error.message}`).toContain(field);
    expect(fixture.budget.reservations.size).toBe(0);
  });
});

describe("a label for the provider's dashboard", () => {
  it.each<[keyof typeof PATHS, object]>([
    ["chat", { metadata: { a: "a-label" }, user: "a-label" }],
    ["responses", { metadata: { a: "a-label" }, user: "a-label", prompt_cache_key: "a-label", store: false }],
    ["messages", { metadata: { user_id: "a-label" } }],
    ["embeddings", { user: "a-label" }],
  ])("goes no further in %s", async (api, extra) => {
    const upstream = await startScriptedUpstream();
    const connected = await startGateway({ env: { OPENAI_BASE_URL: upstream.baseUrl } });
    const model = api === "embeddings" ? "text-embedding-3-small" : "gpt-4o-mini";
    await connected.post({ ...PLAIN[api], ...extra, model }, {}, PATHS[api]);
    expect(upstream.received).toHaveLength(1);
    expect(JSON.stringify(upstream.received)).not.toContain("a-label");
    await connected.close();
    await upstream.close();
  });
});
