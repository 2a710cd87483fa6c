import { expect, test } from "vitest";
import { addConnector, useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();

test.each([
  [{ usage_quota: 100 }, { usage_quota: 100, is_active: true }],
  [{ is_active: false }, { usage_quota: 5, is_active: false }],
  [
    { usage_quota: null, is_active: true },
    { usage_quota: null, is_active: true },
  ],
  [{ usage_quota: 0 }, { usage_quota: 0 }],
  [{}, { usage_quota: 5, is_active: true }],
])("%j changes only the fields that it contains", async (change, expected) => {
  const { client } = server();
  const person = await client.register();
  const body = { service_name: "openai", api_key: "sk-1", usage_quota: 5 };
  const connector = await addConnector(server(), person, body);
  const answer = await client.put(`/api/connectors/${connector.id}`, change, { token: person.token });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ...connector, ...expected });
  expect((await client.get("/api/v1/connectors", { token: person.token })).body).toEqual([answer.body]);
});

test("returns an error that names a field that cannot be changed", async () => {
  const { client } = server();
  const person = await client.register();
  const { id } = await addConnector(server(), person);
  const answer = await client.put(`/api/v1/connectors/${id}`, { api_key: "x" }, { token: person.token });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ errors: [{ field: "api_key" }] });
});
