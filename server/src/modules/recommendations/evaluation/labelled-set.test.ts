import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../../tests/harness/database.ts";
import { type LabelledAgent, readLabelledSet } from "./labelled-set.fixture.ts";

const database = useTestDatabase();
const { agents, queries } = readLabelledSet();
const byKey = new Map(agents.map((agent) => [agent.key, agent]));

const joinText = (agent: LabelledAgent) =>
  [agent.name, agent.category, ...agent.tags, agent.description, agent.documentation].join("\n");

/** Returns the pairs that share a word in any form, except stop words, with those words. */
async function pairsInCommon(pairs: readonly { query: string; key: string; text: string }[]) {
  const { rows } = await sql<{ query: string; key: string; words: string[] }>`
    SELECT * FROM (
      SELECT query, key, ARRAY(
        SELECT unnest(tsvector_to_array(to_tsvector('stoa_stems', query)))
        INTERSECT SELECT unnest(tsvector_to_array(to_tsvector('stoa_stems', text)))) AS words
      FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS pair (query text, key text, text text)) AS compared
    WHERE words <> '{}'`.execute(database().db);
  return rows;
}

test("the set is large enough and contains each agent and query once", () => {
  expect(byKey.size).toBe(agents.length);
  expect(agents.length).toBeGreaterThanOrEqual(80);
  expect(queries.length).toBeGreaterThanOrEqual(150);
  expect(
    new Set(queries.map(({ query, category, max_price }) => `${query}/${category}/${max_price}`)).size,
  ).toBe(queries.length);
});

test("each query looks for agents that exist and match its filters", () => {
  for (const { query, category, max_price, relevance } of queries) {
    expect(Math.max(...Object.values(relevance)), query).toBeGreaterThanOrEqual(2);
    for (const key of Object.keys(relevance)) {
      const agent = byKey.get(key);
      expect(agent, `${query}: ${key}`).toBeDefined();
      if (category) expect(agent?.category, query).toBe(category);
      if (max_price !== undefined) expect(agent?.price_per_token, query).toBeLessThanOrEqual(max_price);
    }
  }
});

test("half of the queries share no word with any agent they look for", async () => {
  const apart = queries.filter((query) => !query.shares_words);
  expect(apart.length).toBeGreaterThanOrEqual(queries.length / 2);
  const pairs = apart.flatMap(({ query, relevance }) =>
    agents
      .filter(({ key }) => key in relevance)
      .map((agent) => ({ query, key: agent.key, text: joinText(agent) })),
  );
  expect(pairs.length).toBeGreaterThanOrEqual(apart.length);
  expect(await pairsInCommon(pairs)).toEqual([]);
});
