import type { ScriptedAnswer } from "../../../../tests/harness/scripted-service.ts";

export interface ExpectedTest {
  service: string;
  credential: string;
  config?: Record<string, string>;
  /** The test call as it must reach the service, but for what every request has. */
  request: { method: string; host: string; path: string; headers: Record<string, string>; body?: string };
  good: ScriptedAnswer;
  /** What the service answers to a wrong credential, as its documentation says. */
  refused: ScriptedAnswer;
}

const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` });

/** Written from the services' documentation, apart from the table that it tests. */
export const EXPECTED_TESTS: ExpectedTest[] = [
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
  {
    service: "slack",
    credential: "xoxb-1-abc",
    request: { method: "POST", host: "slack.com", path: "/api/auth.test", headers: bearer("xoxb-1-abc") },
    good: { status: 200, body: { ok: true, team: "Example" } },
    refused: { status: 200, body: { ok: false, error: "invalid_auth" } },
  },
  {
    service: "discord",
    credential: "MTk4NjIy.abc",
    request: {
      method: "GET",
      host: "discord.com",
      path: "/api/v10/users/@me",
      headers: {
        authorization: "Bot MTk4NjIy.abc",
        "user-agent": "DiscordBot (https://stoa.invalid, 0.1)",
      },
    },
    good: { status: 200, body: { id: "1", bot: true } },
    refused: { status: 401, body: { message: "401: Unauthorized", code: 0 } },
  },
  {
    service: "telegram",
    credential: "123456:ABC-DEF1234ghIkl",
    request: {
      method: "GET",
      host: "api.telegram.org",
      path: "/bot123456:ABC-DEF1234ghIkl/getMe",
      headers: {},
    },
    good: { status: 200, body: { ok: true, result: { id: 123456, is_bot: true } } },
    refused: { status: 401, body: { ok: false, error_code: 401, description: "Unauthorized" } },
  },
  {
    service: "github",
    credential: "ghp_abc",
    request: {
      method: "GET",
      host: "api.github.com",
      path: "/user",
      headers: {
        ...bearer("ghp_abc"),
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
      },
    },
    good: { status: 200, body: { login: "octocat" } },
    refused: { status: 401, body: { message: "Bad credentials" } },
  },
  {
    service: "gitlab",
    credential: "glpat-abc",
    config: { base_url: "https://code.example.com/gitlab/" },
    request: {
      method: "GET",
      host: "code.example.com",
      path: "/gitlab/api/v4/user",
      headers: { "private-token": "glpat-abc" },
    },
    good: { status: 200, body: { username: "me" } },
    refused: { status: 401, body: { message: "401 Unauthorized" } },
  },
  {
    service: "notion",
    credential: "ntn_abc",
    request: {
      method: "GET",
      host: "api.notion.com",
      path: "/v1/users/me",
      headers: { ...bearer("ntn_abc"), "notion-version": "2022-06-28" },
    },
    good: { status: 200, body: { object: "user", type: "bot" } },
    refused: { status: 401, body: { object: "error", code: "unauthorized" } },
  },
  {
    service: "linear",
    credential: "lin_api_abc",
    request: {
      method: "POST",
      host: "api.linear.app",
      path: "/graphql",
      headers: { authorization: "lin_api_abc", "content-type": "application/json" },
      body: '{"query":"{ viewer { id } }"}',
    },
    good: { status: 200, body: { data: { viewer: { id: "1" } } } },
    refused: { status: 200, body: { errors: [{ extensions: { code: "AUTHENTICATION_ERROR" } }] } },
  },
  {
    service: "jira",
    credential: "ATATT3x",
    config: { email: "me@example.com", site_url: "https://example.atlassian.net" },
    request: {
      method: "GET",
      host: "example.atlassian.net",
      path: "/rest/api/3/myself",
      headers: basic("me@example.com:ATATT3x"),
    },
    good: { status: 200, body: { accountId: "1" } },
    refused: { status: 401, body: "Client must be authenticated to access this resource." },
  },
  {
    service: "asana",
    credential: "2/12/34:abc",
    request: {
      method: "GET",
      host: "app.asana.com",
      path: "/api/1.0/users/me",
      headers: bearer("2/12/34:abc"),
    },
    good: { status: 200, body: { data: { gid: "1" } } },
    refused: { status: 401, body: { errors: [{ message: "Not Authorized" }] } },
  },
  {
    service: "airtable",
    credential: "patAbc.def",
    request: {
      method: "GET",
      host: "api.airtable.com",
      path: "/v0/meta/whoami",
      headers: bearer("patAbc.def"),
    },
    good: { status: 200, body: { id: "usr1" } },
    refused: { status: 401, body: { error: { type: "AUTHENTICATION_REQUIRED" } } },
  },
  {
    service: "hubspot",
    credential: "pat-eu1-abc",
    request: {
      method: "GET",
      host: "api.hubapi.com",
      path: "/account-info/v3/details",
      headers: bearer("pat-eu1-abc"),
    },
    good: { status: 200, body: { portalId: 1 } },
    refused: { status: 401, body: { category: "INVALID_AUTHENTICATION" } },
  },
  {
    service: "zendesk",
    credential: "zen-abc",
    config: { email: "me@example.com", subdomain: "example" },
    request: {
      method: "GET",
      host: "example.zendesk.com",
      path: "/api/v2/users/me.json",
      headers: basic("me@example.com/token:zen-abc"),
    },
    good: { status: 200, body: { user: { id: 1, role: "admin" } } },
    refused: { status: 200, body: { user: { id: null, name: "Anonymous user" } } },
  },
  {
    service: "stripe",
    credential: "sk_test_abc",
    request: { method: "GET", host: "api.stripe.com", path: "/v1/balance", headers: bearer("sk_test_abc") },
    good: { status: 200, body: { object: "balance" } },
    refused: { status: 401, body: { error: { message: "Invalid API Key provided: sk_test_abc" } } },
  },
  {
    service: "sendgrid",
    credential: "SG.abc",
    request: { method: "GET", host: "api.sendgrid.com", path: "/v3/scopes", headers: bearer("SG.abc") },
    good: { status: 200, body: { scopes: ["mail.send"] } },
    refused: { status: 401, body: { errors: [{ message: "authorization required" }] } },
  },
  {
    service: "resend",
    credential: "re_abc",
    request: { method: "GET", host: "api.resend.com", path: "/domains", headers: bearer("re_abc") },
    good: { status: 200, body: { data: [] } },
    refused: { status: 401, body: { name: "restricted_api_key" } },
  },
  {
    service: "twilio",
    credential: "0123456789abcdef",
    config: { account_sid: `AC${"a1".repeat(16)}` },
    request: {
      method: "GET",
      host: "api.twilio.com",
      path: "/2010-04-01/Accounts.json?PageSize=1",
      headers: basic(`AC${"a1".repeat(16)}:0123456789abcdef`),
    },
    good: { status: 200, body: { accounts: [] } },
    refused: { status: 401, body: { code: 20003, message: "Authenticate" } },
  },
  {
    service: "serper",
    credential: "ser-abc",
    request: {
      method: "GET",
      host: "google.serper.dev",
      path: "/account",
      headers: { "x-api-key": "ser-abc" },
    },
    good: { status: 200, body: { balance: 2500, rateLimit: 5 } },
    refused: { status: 403, body: { message: "Unauthorized.", statusCode: 403 } },
  },
  {
    service: "tavily",
    credential: "tvly-abc",
    request: { method: "GET", host: "api.tavily.com", path: "/usage", headers: bearer("tvly-abc") },
    good: { status: 200, body: { key: { usage: 1, limit: 1000 } } },
    refused: { status: 401, body: { detail: { error: "Unauthorized: missing or invalid API key." } } },
  },
];
