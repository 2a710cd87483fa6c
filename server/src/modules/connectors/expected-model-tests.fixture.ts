import { bearer, type ExpectedTest } from "./expected-test.fixture.ts";

export const EXPECTED_MODEL_TESTS: ExpectedTest[] = [
  {
    service: "openai",
    credential: "sk-proj-abc",
    request: { method: "GET", host: "api.openai.com", path: "/v1/models", headers: bearer("sk-proj-abc") },
    good: { status: 200, body: { object: "list", data: [] } },
    refused: { status: 401, body: { error: { message: "Incorrect API key provided: sk-proj-abc" } } },
  },
  {
    service: "anthropic",
    credential: "sk-ant-abc",
    request: {
      method: "GET",
      host: "api.anthropic.com",
      path: "/v1/models?limit=1",
      headers: { "x-api-key": "sk-ant-abc", "anthropic-version": "2023-06-01" },
    },
    good: { status: 200, body: { data: [], has_more: true } },
    refused: { status: 401, body: { type: "error", error: { type: "authentication_error" } } },
  },
  {
    service: "gemini",
    credential: "AIzaSy-abc",
    request: {
      method: "GET",
      host: "generativelanguage.googleapis.com",
      path: "/v1beta/models?pageSize=1",
      headers: { "x-goog-api-key": "AIzaSy-abc" },
    },
    good: { status: 200, body: { models: [{ name: "models/gemini-2.5-flash" }] } },
    refused: {
      status: 400,
      body: { error: { code: 400, status: "INVALID_ARGUMENT", details: [{ reason: "API_KEY_INVALID" }] } },
    },
  },
  {
    service: "mistral",
    credential: "mis-abc",
    request: { method: "GET", host: "api.mistral.ai", path: "/v1/models", headers: bearer("mis-abc") },
    good: { status: 200, body: { object: "list", data: [] } },
    refused: { status: 401, body: { message: "Unauthorized" } },
  },
  {
    service: "groq",
    credential: "gsk_abc",
    request: { method: "GET", host: "api.groq.com", path: "/openai/v1/models", headers: bearer("gsk_abc") },
    good: { status: 200, body: { object: "list", data: [] } },
    refused: { status: 401, body: { error: { code: "invalid_api_key" } } },
  },
  {
    service: "cohere",
    credential: "co-abc",
    request: {
      method: "GET",
      host: "api.cohere.com",
      path: "/v1/models?page_size=1",
      headers: bearer("co-abc"),
    },
    good: { status: 200, body: { models: [] } },
    refused: { status: 401, body: { message: "invalid api token" } },
  },
  {
    service: "deepseek",
    credential: "sk-ds",
    request: { method: "GET", host: "api.deepseek.com", path: "/models", headers: bearer("sk-ds") },
    good: { status: 200, body: { object: "list", data: [] } },
    refused: { status: 401, body: { error: { type: "authentication_error" } } },
  },
  {
    service: "openrouter",
    credential: "sk-or-v1",
    request: { method: "GET", host: "openrouter.ai", path: "/api/v1/key", headers: bearer("sk-or-v1") },
    good: { status: 200, body: { data: { label: "mine", usage: 0 } } },
    refused: { status: 401, body: { error: { code: 401, message: "No auth credentials found" } } },
  },
];
