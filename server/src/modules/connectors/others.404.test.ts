import { expect, test } from "vitest";
import { addGitLab, useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();

const CALLS = [
  ["PUT", ""],
  ["DELETE", ""],
  ["POST", "/test"],
] as const;

test.each(CALLS)(
  "%s %s returns 404 for another user's connector and changes nothing",
  async (method, end) => {
    const { client, service } = server();
    const owner = await client.register();
    const { token } = await client.register();
    const connector = await addGitLab(server(), owner);
    service.requests.length = 0;
    const answer = await client.call(method, `/api/v1/connectors/${connector.id}${end}`, {
      token,
      json: method === "PUT" ? { is_active: false } : {},
    });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ error: "not_found" });
    expect((await client.get("/api/v1/connectors", { token: owner.token })).body).toEqual([connector]);
    expect(service.requests).toEqual([]);
  },
);

test.each(CALLS)("%s %s returns 404 for a connector that does not exist", async (method, end) => {
  const { client } = server();
  const { token } = await client.register();
  for (const id of ["con_00000000000000000000000000000000", "1", "con_%00"]) {
    const answer = await client.call(method, `/api/v1/connectors/${id}${end}`, { token, json: {} });
    expect(answer.status).toBe(404);
  }
});
