import { AgentList, Developer } from "@stoa/contract";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { findAccountId, someAccount, someAgent } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer();

beforeAll(async () => {
  const { db } = server().database;
  const { accountId } = await someAccount(db, "Lovelace");
  const first = await someAgent(db, accountId, { name: "First", category: "finance" });
  const second = await someAgent(db, accountId, { name: "Second", price: 0n });
  await someAgent(db, (await someAccount(db, "somebody-else")).accountId, { name: "Third" });
  const figures = { users: 1, medianMs: 10, medianTokens: 1, p95Tokens: 1 };
  await server().catalog.agents.recordStatistics([
    { agentId: first, executions: 30, completed: 28, failed: 2, ...figures },
    { agentId: second, executions: 10, completed: 9, failed: 1, ...figures },
  ]);
  await sql`UPDATE agent_stats SET rating = 5, reviews = 3 WHERE agent_id = ${first}`.execute(db);
  await sql`UPDATE agent_stats SET rating = 1, reviews = 1 WHERE agent_id = ${second}`.execute(db);
});

const get = (username: string, token?: string) =>
  server().client.get(`/api/v1/developers/${username}`, token === undefined ? {} : { token });

async function listAgents(developer: string, token?: string): Promise<AgentList> {
  const path = `/api/v1/agents?developer=${developer}&sort=newest`;
  return parseAnswer(AgentList, await server().client.get(path, token === undefined ? {} : { token }));
}

test("a developer is found by name regardless of letter case, with the combined figures of their listed agents", async () => {
  const developer = parseAnswer(Developer, await get("lovelace"));
  expect(developer).toEqual({
    username: "Lovelace",
    member_since: expect.any(String),
    agents: 2,
    total_executions: 40,
    success_rate: 92.5,
    average_rating: 4,
    reviews: 4,
  });
  const listed = await listAgents("LOVELACE");
  expect(listed.agents.map((agent) => agent.name)).toEqual(["Second", "First"]);
  expect(listed).toMatchObject({ total: 2, facets: { category: { finance: 1, general: 1 } } });
});

test("a developer whose agents have no figures yet is shown with only the number of agents", async () => {
  expect(parseAnswer(Developer, await get("somebody-else"))).toMatchObject({
    agents: 1,
    total_executions: 0,
    success_rate: null,
    average_rating: null,
    reviews: 0,
  });
});

test("returns 404 for a person without a listed agent, and counts private agents only for their owner", async () => {
  const { client, database } = server();
  const person = await client.register();
  expect((await get(person.username)).status).toBe(404);
  const secret = await someAgent(database.db, await findAccountId(database.db, person.username), {
    name: "Secret",
  });
  await sql`UPDATE agents SET visibility = 'private' WHERE id = ${secret}`.execute(database.db);
  await sql`UPDATE search_documents SET visibility = 'private' WHERE agent_id = ${secret}`.execute(
    database.db,
  );
  expect((await get(person.username)).status).toBe(404);
  expect((await listAgents(person.username)).total).toBe(0);
  expect(parseAnswer(Developer, await get(person.username, person.token)).agents).toBe(1);
  expect((await listAgents(person.username, person.token)).total).toBe(1);
});

test.each(["ab", "a".repeat(33), "no name", "nobody-here", "%00"])(
  "returns 404 for the name %j",
  async (username) => {
    expect(await get(encodeURIComponent(username))).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
  },
);
