import { Agent, AgentList } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { personWithAgent } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer();

test("an owner can change every field, and omitted fields keep their values", async () => {
  const { client, database } = server();
  const { agentId, token } = await personWithAgent(client, database.db, { name: "Plain", tags: ["old"] });
  const before = parseAnswer(Agent, await client.get(`/api/v1/agents/${agentId}`, { token }));
  const changes = {
    description: "Knows photosynthesis",
    documentation: "A new manual that explains at length what this agent does with chlorophyll.",
    category: "education",
    features: ["Diagrams"],
    use_cases: ["Homework"],
    max_cost_per_run: 0.25,
    sponsor_limit_per_run: 0.125,
  };
  const answer = await client.put(`/api/v1/agents/${agentId}`, changes, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { documentation, ...rest } = changes;
  const after = parseAnswer(Agent, answer);
  expect(after).toEqual({
    ...before,
    ...rest,
    full_description: documentation,
    updated_at: after.updated_at,
  });
  expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  const unchanged = await client.put(`/api/v1/agents/${agentId}`, {}, { token });
  expect(parseAnswer(Agent, unchanged)).toMatchObject({ description: "Knows photosynthesis", tags: ["old"] });
});

test("search immediately finds a changed agent by its new words and no longer by its old words", async () => {
  const { client, database } = server();
  const { agentId, token } = await personWithAgent(client, database.db, {
    name: "Finder",
    tags: ["gondola"],
  });
  const find = async (search: string) =>
    parseAnswer(AgentList, await client.get(`/api/v1/agents?search=${search}`)).agents.map(({ id }) => id);
  expect(await find("gondola")).toEqual([agentId]);
  await client.put(`/api/v1/agents/${agentId}`, { tags: ["zeppelin"] }, { token });
  expect(await find("zeppelin")).toEqual([agentId]);
  expect(await find("gondola")).toEqual([]);
});

test("an inactive agent is visible only to its owner, and returns to the marketplace when it is activated", async () => {
  const { client, database } = server();
  const { agentId, token } = await personWithAgent(client, database.db, { name: "Switch" });
  const shown = async () =>
    parseAnswer(AgentList, await client.get("/api/v1/agents?search=switch")).agents.map(({ id }) => id);
  expect(await shown()).toEqual([agentId]);
  await client.put(`/api/v1/agents/${agentId}`, { is_active: false }, { token });
  expect(await shown()).toEqual([]);
  expect((await client.get(`/api/v1/agents/${agentId}`)).status).toBe(404);
  const own = await client.get(`/api/v1/agents/${agentId}`, { token });
  expect(parseAnswer(Agent, own)).toMatchObject({ is_active: false, is_owner: true });
  await client.put(`/api/v1/agents/${agentId}`, { is_active: true }, { token });
  expect(await shown()).toEqual([agentId]);
});
