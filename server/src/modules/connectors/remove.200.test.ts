import { expect, test } from "vitest";
import { addConnector, useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();

test("deleting a connector also deletes its encrypted credential", async () => {
  const { client, database } = server();
  const person = await client.register();
  const { id } = await addConnector(server(), person);
  const answer = await client.call("DELETE", `/api/connectors/${id}`, { token: person.token });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ success: true });
  expect((await client.get("/api/v1/connectors", { token: person.token })).body).toEqual([]);
  expect(await database.db.selectFrom("connectors").select("id").where("id", "=", id).execute()).toEqual([]);
});
