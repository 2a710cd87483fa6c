import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseChatRequest } from "./chat-request.ts";
import { type GatewayFixture, startGateway } from "./testing/gateway-fixture.ts";
import {
  completion,
  openAiUsage,
  type ScriptedUpstream,
  startScriptedUpstream,
} from "./testing/scripted-upstream.ts";
import { openAiBody } from "./upstream/openai-upstream.ts";

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
const buildRequest = (part: object, role = "user") => ({ messages: [{ role, content: [part] }] });
const item = (part: object) => ({ input: [{ role: "user", content: [part] }] });

type Row = [keyof typeof PATHS, string, object];

/** Fields that store something at the provider, or read what is stored there. */
const STATE: Row[] = [
  ["chat", "store", { store: true }],
  ["chat", "previous_response_id", { previous_response_id: "resp_1" }],
  ["chat", "prompt_cache_retention", { prompt_cache_retention: "24h" }],
  ["chat", "messages[0].content[0].type", buildRequest({ type: "file", file: { file_id: "file-1" } })],
  ["chat", "messages[0].content[0].file_id", buildRequest({ type: "text", text: "Hi", file_id: "file-1" })],
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
    buildRequest({ type: "image", source: { type: "file", file_id: "file_1" } }),
  ],
  [
    "messages",
    "messages[0].content[0]",
    buildRequest({ type: "document", source: { type: "file", file_id: "f" } }),
  ],
  ["messages", "messages[0].content[0]", buildRequest({ type: "container_upload", file_id: "file_1" })],
];

/** Fields that change the price, request several answers, or cost more than the tokens. */
const METERING: Row[] = [
  ["chat", "n", { n: 2 }],
  ["chat", "service_tier", { service_tier: "priority" }],
  ["chat", "modalities", { modalities: ["text", "audio"] }],
  ["chat", "logprobs", { logprobs: true }],
  ["chat", "top_logprobs", { top_logprobs: 5 }],
  ["chat", "audio", { audio: { voice: "alloy", format: "mp3" } }],
  ["chat", "prediction", { prediction: { type: "content", content: "x" } }],
  ["chat", "web_search_options", { web_search_options: {} }],
  ["chat", "best_of", { best_of: 3 }],
  ["chat", "tools[0].type", { tools: [{ type: "web_search" }] }],
  ["chat", "tools[0].type", { tools: [{ type: "custom", custom: { name: "x" } }] }],
  [
    "chat",
    "messages[0].content[0].type",
    buildRequest({ type: "input_audio", input_audio: { data: "", format: "wav" } }),
  ],
  ["chat", "stream_options.include_obfuscation", { stream_options: { include_obfuscation: true } }],
  ["responses", "service_tier", { service_tier: "flex" }],
  ["responses", "top_logprobs", { top_logprobs: 5 }],
  ["responses", "max_tool_calls", { max_tool_calls: 3 }],
  ["responses", "tools[0].type", { tools: [{ type: "file_search", vector_store_ids: ["vs_1"] }] }],
  ["responses", "tools[0].type", { tools: [{ type: "code_interpreter", container: { type: "auto" } }] }],
  ["responses", "tools[0].type", { tools: [{ type: "mcp", server_url: "https://example.com" }] }],
  ["responses", "tools[0].type", { tools: [{ type: "image_generation" }] }],
  ["responses", "tools[0].type", { tools: [{ type: "computer_use_preview" }] }],
  ["messages", "service_tier", { service_tier: "priority" }],
  ["messages", "speed", { speed: "fast" }],
  ["messages", "inference_geo", { inference_geo: "us" }],
  ["messages", "mcp_servers", { mcp_servers: [{ type: "url", url: "https://example.com", name: "x" }] }],
  ["messages", "tools[0].type", { tools: [{ type: "web_search_20250305", name: "web_search" }] }],
  ["messages", "tools[0].type", { tools: [{ type: "code_execution_20250825", name: "code_execution" }] }],
  ["embeddings", "service_tier", { service_tier: "flex" }],
  ["embeddings", "task_type", { task_type: "RETRIEVAL_QUERY" }],
];

/** Fields that make the provider fetch data that the sandbox cannot reach. */
const WAYS_OUT: Row[] = [
  [
    "chat",
    "messages[0].content[0].image_url.url",
    buildRequest({ type: "image_url", image_url: { url: "http://example.com/a.png" } }),
  ],
  [
    "chat",
    "messages[0].content[0].image_url.url",
    buildRequest({ type: "image_url", image_url: { url: "file:///etc/passwd" } }),
  ],
  [
    "messages",
    "messages[0].content[0]",
    buildRequest({ type: "image", source: { type: "url", url: "http://example.com/a.png" } }),
  ],
  ["responses", "input[0]", item({ type: "input_image", image_url: "http://example.com/a.png" })],
  [
    "messages",
    "messages[0].content[0]",
    buildRequest({ type: "document", source: { type: "url", url: "https://example.com" } }),
  ],
  ["responses", "input[0]", item({ type: "input_file", file_url: "https://example.com" })],
];

describe.each([
  ["store data at the provider", STATE],
  ["bypass metering", METERING],
  ["fetch data from outside the sandbox", WAYS_OUT],
])("a request with a field that would %s", (_what, rows) => {
  it.each(rows)("returns a 400 that names the field in a %s request: %s %j", async (api, field, extra) => {
    const answer = await fixture.post({ ...PLAIN[api], ...extra }, {}, PATHS[api]);
    expect(answer.status).toBe(400);
    const { error } = JSON.parse(answer.text);
    expect(`${error.param ?? ""} ${error.message}`).toContain(field);
    expect(fixture.budget.reservations.size).toBe(0);
  });
});

describe("an error for a rejected value", () => {
  it.each<[keyof typeof PATHS, object, string]>([
    [
      "chat",
      { store: true },
      'Invalid value for "store": responses are not stored. Omit the field or set it to false.',
    ],
    [
      "chat",
      { service_tier: "priority" },
      'Invalid value for "service_tier": only the standard tier is available. Omit the field, or set it to "auto" or "default".',
    ],
    ["responses", { conversation: "conv_1" }, 'The field "conversation" is not supported. Omit it.'],
  ])("states the reason and the remedy for a %s request: %j", async (api, extra, message) => {
    const answer = await fixture.post({ ...PLAIN[api], ...extra }, {}, PATHS[api]);
    expect(JSON.parse(answer.text).error.message).toBe(message);
  });
});

describe("a harmless field", () => {
  let upstream: ScriptedUpstream;
  let connected: GatewayFixture;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    upstream.answer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(completion("Hello", openAiUsage(10, 2)));
    });
    connected = await startGateway({ env: { OPENAI_BASE_URL: upstream.baseUrl } });
  });
  afterAll(async () => {
    await connected.close();
    await upstream.close();
  });

  async function sentFor(api: keyof typeof PATHS, extra: object) {
    upstream.received.length = 0;
    const model = api === "embeddings" ? "text-embedding-3-small" : "gpt-4o-mini";
    const answer = await connected.post({ ...PLAIN[api], ...extra, model }, {}, PATHS[api]);
    expect(answer.text).not.toContain("invalid_request_error");
    expect(upstream.received).toHaveLength(1);
    return upstream.received[0]?.body ?? {};
  }

  it.each<[keyof typeof PATHS, object]>([
    ["chat", { metadata: { a: "a-label" }, user: "a-label", prompt_cache_key: "a-label" }],
    ["chat", { safety_identifier: "a-label" }],
    ["responses", { metadata: { a: "a-label" }, user: "a-label", prompt_cache_key: "a-label" }],
    ["messages", { metadata: { user_id: "a-label" } }],
    ["embeddings", { user: "a-label" }],
  ])(
    "is not sent to the provider in a %s request if it identifies a person or a cache: %j",
    async (api, extra) => {
      expect(JSON.stringify(await sentFor(api, extra))).not.toContain("a-label");
    },
  );

  it.each<[keyof typeof PATHS, object]>([
    ["chat", { store: false, logprobs: false, top_logprobs: 0, service_tier: "auto" }],
    ["chat", { store: null, logprobs: null, service_tier: "default", modalities: ["text"] }],
    ["chat", { verbosity: "low" }],
    ["responses", { store: false, service_tier: "auto", background: false, text: { verbosity: "high" } }],
    ["messages", { service_tier: "auto" }],
    ["messages", { service_tier: "standard_only" }],
  ])(
    "is not sent to the provider in a %s request if it asks for the default behavior: %j",
    async (api, extra) => {
      const fields = Object.keys({ ...extra, verbosity: "" });
      expect(Object.keys(await sentFor(api, extra)).filter((name) => fields.includes(name))).toEqual([]);
    },
  );
});

describe("the verbosity field", () => {
  const request = parseChatRequest(JSON.stringify({ ...PLAIN.chat, verbosity: "low" }));

  it.each([
    ["gpt-5-mini", true, "low"],
    ["gpt-5-chat-latest", true, undefined],
    ["gpt-4o", true, undefined],
    ["gpt-5-mini", false, undefined],
  ])(
    "reaches %s only if OpenAI serves the model and the model supports the field",
    (model, isOpenAi, expected) => {
      expect(JSON.parse(openAiBody(request, model, 10, isOpenAi)).verbosity).toBe(expected);
    },
  );
});
