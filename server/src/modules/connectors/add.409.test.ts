import { expect, test } from "vitest";
import { addConnector, useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();
const body = { service_name: "openai", api_key: "sk-2" };

test("returns 409 for a second connector of the same service and keeps the first", async () => {
  const { client } = server();
  const person = await client.register();
  const first = await addConnector(server(), person);
  const answer = await client.post("/api/v1/connectors", body, { token: person.token });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({
    error: "conflict",
    detail: "You already have a connector for OpenAI. Edit it, or delete it first",
  });
  expect((await client.get("/api/v1/connectors", { token: person.token })).body).toEqual([first]);
});

test("exactly one of ten concurrent requests adds the connector", async () => {
  const { client } = server();
  const { token } = await client.register();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client.post("/api/v1/connectors", body, { token })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
});

test("two users can connect the same service, and a user can reconnect a deleted service", async () => {
  const { client } = server();
  const person = await client.register();
  const { id } = await addConnector(server(), person);
  await addConnector(server(), await client.register());
  await client.call("DELETE", `/api/v1/connectors/${id}`, { token: person.token });
  expect((await addConnector(server(), person)).id).not.toBe(id);
});
