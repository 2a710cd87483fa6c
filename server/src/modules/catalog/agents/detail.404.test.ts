import { expect, test } from "vitest";
import { personWithAgent } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer();

test("returns 404 for invalid ids and for private agents of other accounts", async () => {
  const { client, database } = server();
  const { agentId } = await personWithAgent(client, database.db, { name: "Hidden" });
  await database.db.updateTable("agents").set({ visibility: "private" }).where("id", "=", agentId).execute();
  const { token } = await client.register();
  expect((await client.get(`/api/v1/agents/${agentId}`)).status).toBe(404);
  expect((await client.get(`/api/v1/agents/${agentId}`, { token })).status).toBe(404);
  expect((await client.get("/api/v1/agents/999999")).status).toBe(404);
  for (const id of ["one", "0", "-1", "1.5", "99999999999"])
    expect(await client.get(`/api/v1/agents/${id}`)).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
});

test("an agent whose current version is suspended is visible only to its owner", async () => {
  const { client, database } = server();
  const { agentId, token } = await personWithAgent(client, database.db, { name: "Suspended" });
  await database.db
    .updateTable("agent_versions")
    .set({ state: "suspended" })
    .where("agent_id", "=", agentId)
    .execute();
  expect((await client.get(`/api/v1/agents/${agentId}`)).status).toBe(404);
  expect((await client.get(`/api/v1/agents/${agentId}`, { token })).status).toBe(200);
});
