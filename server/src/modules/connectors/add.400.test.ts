import { TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();
const texts = TEXTS.connectors;

const jira = (change: Record<string, string>) => ({
  service_name: "jira",
  api_key: "key",
  service_config: { email: "me@example.com", site_url: "https://example.atlassian.net", ...change },
});
const gitLabAt = (base_url: string) => ({
  service_name: "gitlab",
  api_key: "key",
  service_config: { base_url },
});

test.each([
  ["no service", {}, "service_name", texts.chooseService],
  ["an empty service", { service_name: " " }, "service_name", texts.chooseService],
  ["an unknown service", { service_name: "fax", api_key: "x" }, "service_name", texts.invalidService],
  ["no credential", { service_name: "openai" }, "api_key", texts.fieldRequired("api_key", "OpenAI")],
  [
    "an empty credential",
    { service_name: "slack", api_key: "  " },
    "bot_token",
    texts.fieldRequired("bot_token", "Slack"),
  ],
  [
    "no additional field",
    { service_name: "gitlab", api_key: "x" },
    "base_url",
    texts.fieldRequired("base_url", "GitLab"),
  ],
  ["an empty additional field", jira({ email: "" }), "email", texts.fieldRequired("email", "Jira")],
  ["an invalid email address", jira({ email: "me:too" }), "email", "email must be an email address"],
  [
    "a name instead of a SID",
    { service_name: "twilio", api_key: "x", service_config: { account_sid: "me" } },
    "account_sid",
    "account_sid must be AC and 32 hexadecimal digits",
  ],
])("returns 400 with a message for %s", async (_, body, field, message) => {
  const { client } = server();
  const { token } = await client.register();
  const answer = await client.post("/api/v1/connectors", body, { token });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    error: "invalid_request",
    detail: message,
    errors: [{ field, message }],
  });
});

test.each(["sk-1\r\nX-Injected: yes", "sk-1\nx", "sk-1\n", "sk-\u00e9", "sk-\u2028x", "sk-\u0000x"])(
  "returns 400 for the credential %j",
  async (api_key) => {
    const { client } = server();
    const { token } = await client.register();
    const answer = await client.post("/api/v1/connectors", { service_name: "openai", api_key }, { token });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).not.toContain("sk-");
  },
);

test.each([
  "http://gitlab.example.com",
  "gitlab.example.com",
  "ftp://gitlab.example.com",
  "https://10.0.0.1",
  "https://0x7f.1",
  "https://2130706433",
  "https://[::1]",
  "https://user:pass@gitlab.example.com",
  "https://gitlab.example.com/?a=1",
  "https://gitlab.example.com/#a",
  "https://",
  "https://a b.example.com",
])("returns 400 for a GitLab installation at %s", async (address) => {
  const { client } = server();
  const { token } = await client.register();
  const answer = await client.post("/api/v1/connectors", gitLabAt(address), { token });
  expect(answer.status).toBe(400);
  expect(answer.body).toHaveProperty("detail", expect.stringMatching(/^base_url must /));
});

test("returns 400 for a Telegram token that would change the path of a request", async () => {
  const { client } = server();
  const { token } = await client.register();
  for (const api_key of ["1:aaaaaaaaaa/../x", "1:aaaaaaaaaa?x", "1:aaaaaaaaaa%2f", "../getMe"]) {
    const answer = await client.post("/api/v1/connectors", { service_name: "telegram", api_key }, { token });
    expect(answer.status).toBe(400);
  }
});

test.each([-1, 1.5, "ten", Number.MAX_SAFE_INTEGER + 1])(
  "returns 400 for the quota %j",
  async (usage_quota) => {
    const { client } = server();
    const { token } = await client.register();
    const body = { service_name: "openai", api_key: "x", usage_quota };
    const answer = await client.post("/api/v1/connectors", body, { token });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ field: "usage_quota" }] });
  },
);
