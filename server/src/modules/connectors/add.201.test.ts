import { Connector } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();

test("a new connector is active, unused and unlimited, and the response does not contain its credential", async () => {
  const { client } = server();
  const { token } = await client.register();
  const answer = await client.post(
    "/api/v1/connectors",
    { service_name: "openai", api_key: "sk-very-secret", service_config: {} },
    { token },
  );
  expect(answer.status).toBe(201);
  expect(parseAnswer(Connector.strict(), answer)).toMatchObject({
    service_name: "openai",
    is_active: true,
    usage_quota: null,
    current_usage: 0,
  });
  expect(JSON.stringify(answer.body)).not.toContain("secret");
});

test.each([
  "/api/v1/connectors",
  "/api/v1/connectors/",
  "/api/v1/connectors/add",
  "/api/connectors/",
  "/api/connectors/add",
])("POST %s adds a connector", async (path) => {
  const { client } = server();
  const { token } = await client.register();
  const body = { service_name: "github", api_key: "ghp_1", usage_quota: 10 };
  const answer = await client.post(path, body, { token });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ service_name: "github", usage_quota: 10 });
});

test("accepts the credential under the service's own field name and does not store it in the configuration", async () => {
  const { client, connectors, database } = server();
  const { token, username } = await client.register();
  const body = { service_name: "slack", service_config: { bot_token: "xoxb-1" } };
  expect((await client.post("/api/v1/connectors", body, { token })).status).toBe(201);
  const { id } = await database.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  expect((await connectors.open(id, "slack"))?.secrets).toEqual({ credential: "xoxb-1", config: {} });
});

test("trims spaces around the entered values", async () => {
  const { client, connectors, database } = server();
  const { token, username } = await client.register();
  const config = { email: " me@example.com", site_url: "https://example.atlassian.net " };
  const body = { service_name: "jira", api_key: " ATATT3x ", service_config: config };
  expect((await client.post("/api/v1/connectors", body, { token })).status).toBe(201);
  const { id } = await database.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  expect((await connectors.open(id, "jira"))?.secrets).toEqual({
    credential: "ATATT3x",
    config: { email: "me@example.com", site_url: "https://example.atlassian.net" },
  });
});
