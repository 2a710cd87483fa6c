import { Agent, Problem } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Answer, parseAnswer } from "../../../../../tests/harness/client.ts";
import { personWithAgent, someVersion } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer();
const parseDetail = (answer: Answer) => parseAnswer(Problem, answer).detail;

async function scene(name: string) {
  const { client, database } = server();
  const owned = await personWithAgent(client, database.db, { name });
  await someVersion(database.db, owned.agentId, { source: "x = 2\n" });
  return {
    ...owned,
    post: (action: string, number: number | string, token: string | undefined = owned.token) =>
      client.post(`/api/v1/agents/${owned.agentId}/versions/${number}/${action}`, {}, { token }),
    current: async () => parseAnswer(Agent, await client.get(`/api/v1/agents/${owned.agentId}`)).version,
  };
}

test.each(["activate", "withdraw"])(
  "%s: returns 401 without a session, 404 for other accounts and unknown versions",
  async (action) => {
    const { client } = server();
    const { agentId, post, current } = await scene(`Closed to ${action}`);
    const stranger = await client.register();
    const path = `/api/v1/agents/${agentId}/versions/1/${action}`;
    expect((await client.post(path, {})).status).toBe(401);
    expect((await post(action, 1, "wrong")).status).toBe(401);
    const others = await post(action, 1, stranger.token);
    expect([others.status, parseDetail(others)]).toEqual([404, "Agent not found"]);
    const none = await post(action, 3);
    expect([none.status, parseDetail(none)]).toEqual([404, "This agent has no version 3."]);
    for (const number of ["0", "x", "1.5", "99999999999"])
      expect((await post(action, number)).status).toBe(404);
    expect(await current()).toBe(2);
  },
);

test.each([
  ["withdrawn", "Version 1 of this agent was withdrawn by its developer."],
  ["suspended", "Version 1 of this agent was suspended by the operator of this server."],
])("returns 409 for a version that is %s", async (state, words) => {
  const { database } = server();
  const { agentId, post, current } = await scene(`Kept ${state}`);
  await sql`UPDATE agent_versions SET state = ${state} WHERE agent_id = ${agentId} AND number = 1`.execute(
    database.db,
  );
  const refused = await post("activate", 1);
  expect([refused.status, parseDetail(refused)]).toEqual([409, words]);
  expect(await current()).toBe(2);
});

test("returns 409 for withdrawing the current version or a suspended version", async () => {
  const { database } = server();
  const { agentId, post } = await scene("Held");
  const refused = await post("withdraw", 2);
  expect([refused.status, parseDetail(refused)]).toEqual([
    409,
    "Version 2 is the current version. Make another version current first.",
  ]);
  await sql`UPDATE agent_versions SET state = 'suspended' WHERE agent_id = ${agentId} AND number = 1`.execute(
    database.db,
  );
  expect((await post("withdraw", 1)).status).toBe(409);
});
