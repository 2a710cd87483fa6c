import { type RecommendationQuery, RecommendationReply } from "@stoa/contract";
import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import type * as z from "zod";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { findAccountId, someAccount, someAgent } from "../catalog/catalog.fixture.ts";

// The embedder's first start takes seconds on a busy machine, and a job embeds the agents.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const server = useTestServer({ env: { STOA_EMBEDDER: "builtin" } });
const ids = { invoices: 0, receipts: 0, workout: 0, poems: 0, secret: 0 };
let person: { token: string };
let owner: { token: string };

beforeAll(async () => {
  const { client, db } = server();
  person = await client.register();
  const registered = await client.register();
  owner = registered;
  const maker = await someAccount(db, "ledgerly");
  const other = await someAccount(db, "wellpath");
  ids.invoices = await someAgent(db, maker.accountId, {
    name: "Invoice Reader",
    description: "Extracts supplier, total and due date from invoices",
    tags: ["invoices", "accounts payable"],
    category: "automation",
    price: 300_000n,
  });
  ids.receipts = await someAgent(db, other.accountId, {
    name: "Receipt Sorter",
    description: "Sorts receipts and bills into groups for bookkeeping",
    tags: ["receipts", "bookkeeping"],
    category: "finance",
    price: 50_000n,
  });
  ids.workout = await someAgent(db, other.accountId, {
    name: "Workout Coach",
    description: "Builds a training plan for strength and endurance",
    tags: ["exercise", "strength"],
    category: "healthcare",
    price: 0n,
  });
  ids.poems = await someAgent(db, maker.accountId, {
    name: "Poem Maker",
    description: "Writes poems for birthdays and other occasions",
    category: "content",
  });
  ids.secret = await someAgent(db, await findAccountId(db, registered.username), {
    name: "Inheritance Planner",
    description: "Plans what to leave to whom in a last will",
    category: "finance",
  });
  for (const table of ["agents", "search_documents"])
    await sql`UPDATE ${sql.table(table)} SET visibility = 'private'
      WHERE ${sql.ref(table === "agents" ? "id" : "agent_id")} = ${ids.secret}`.execute(db);
  await vi.waitFor(
    async () => {
      const made = await sql`SELECT FROM agent_embeddings WHERE vector IS NOT NULL`.execute(db);
      expect(made.rows).toHaveLength(5);
    },
    { timeout: 100_000, interval: 200 },
  );
});

async function recommend(query: z.input<typeof RecommendationQuery>, token = person.token) {
  const answer = await server().client.post("/api/v1/recommendations/recommend", query, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return parseAnswer(RecommendationReply, answer);
}

const agentIds = (reply: RecommendationReply) => reply.recommendations.map(({ agent }) => agent.id);

test("finds an agent by its words, and returns its card, the parts of its score and a reason", async () => {
  const reply = await recommend({ query: "extract the total of invoices" });
  expect(reply).toMatchObject({ by_meaning: true, notice: null });
  const [best] = reply.recommendations;
  const card = await server().client.get(`/api/v1/agents/${ids.invoices}`);
  expect(card.body).toMatchObject(best?.agent ?? {});
  expect(best?.agent).toMatchObject({ id: ids.invoices, developer: "ledgerly", price_per_token: 0.0003 });
  expect(best?.score_parts).toMatchObject({ quality: null });
  expect(best?.score_parts.words).toBeGreaterThan(0.8);
  expect(best?.score_parts.meaning).toBeGreaterThan(0.3);
  expect(best?.reason).toContain("“invoices”");
  expect(best?.reason).toContain("close in meaning");
});

test("an agent is found by its meaning if no word matches", async () => {
  const reply = await recommend({ query: "get fit and grow muscles" });
  const [best] = reply.recommendations;
  expect(best?.agent.id).toBe(ids.workout);
  expect(best?.score_parts).toMatchObject({ words: 0 });
  expect(best?.reason).toBe("Its description is close in meaning to yours. Free.");
});

test("typing errors are corrected", async () => {
  const reply = await recommend({ query: "invioce reeder" });
  expect(agentIds(reply)[0]).toBe(ids.invoices);
});

test("a category and a maximum price, in the unit of price_per_token, exclude other agents", async () => {
  expect(agentIds(await recommend({ query: "bills and invoices", category: "finance" }))).toEqual([
    ids.receipts,
  ]);
  expect(agentIds(await recommend({ query: "bills and invoices", max_price: 0.00005 }))).not.toContain(
    ids.invoices,
  );
  const within = await recommend({ query: "bills and invoices", max_price: 0.0003 });
  expect(agentIds(within)).toEqual(expect.arrayContaining([ids.invoices, ids.receipts]));
  expect(within.recommendations[0]?.reason).toContain("ithin your maximum price");
});

test('an empty category, "all" and null do not filter', async () => {
  const { client } = server();
  for (const category of ["", "all", null]) {
    const json = { query: "invoices", category, max_price: null };
    const answer = await client.post("/api/v1/recommendations/recommend", json, { token: person.token });
    expect(agentIds(parseAnswer(RecommendationReply, answer))[0]).toBe(ids.invoices);
  }
});

test("the limit applies, and the path without v1 returns the same result", async () => {
  const reply = await recommend({ query: "bills and invoices", limit: 1 });
  expect(reply.recommendations).toHaveLength(1);
  const answer = await server().client.post(
    "/api/recommendations/recommend",
    { query: "bills and invoices", limit: 1 },
    { token: person.token },
  );
  expect(answer.body).toEqual(reply);
});

test("a private agent is recommended only to its owner", async () => {
  const request = { query: "plan my last will and inheritance" };
  expect(agentIds(await recommend(request, owner.token))[0]).toBe(ids.secret);
  expect(agentIds(await recommend(request))).not.toContain(ids.secret);
});

test("measured quality decides between similar matches and is mentioned in the reason", async () => {
  const { db } = server();
  const { accountId } = await someAccount(db);
  const twin = { description: "Answers questions about tropical fish", tags: ["fish"] };
  const worse = await someAgent(db, accountId, { ...twin, name: "Fish Guide" });
  const better = await someAgent(db, (await someAccount(db)).accountId, { ...twin, name: "Fish Friend" });
  await sql`INSERT INTO agent_stats (agent_id, executions, completed, failed, rating, reviews)
    VALUES (${worse}, 50, 35, 15, 2, 9), (${better}, 50, 49, 1, 4.8, 9)`.execute(db);
  await sql`UPDATE search_documents SET executions = 50, rating = CASE agent_id WHEN ${worse} THEN 2 ELSE 4.8 END
    WHERE agent_id IN (${worse}, ${better})`.execute(db);
  await expect
    .poll(async () => agentIds(await recommend({ query: "tropical fish" })), {
      timeout: 30_000,
      interval: 500,
    })
    .toEqual(expect.arrayContaining([worse, better]));
  const { recommendations } = await recommend({ query: "tropical fish" });
  expect(recommendations[0]?.agent.id).toBe(better);
  expect(recommendations[0]?.reason).toContain("98% of its runs succeeded, rated 4.8 by 9 people");
  expect(recommendations.find(({ agent }) => agent.id === worse)?.reason).not.toMatch(/succeeded|rated/);
});

test.each([
  ["another script", "請幫我讀取發票"],
  ["right to left", "اقرأ الفواتير من فضلك"],
  ["signs", "' OR 1=1 -- %_\\ :* <-> | & ! ((("],
  ["an SQL query", "invoice:* & !reader | ('x' <2> 'y'):A"],
  ["a NUL and half a character", "invoices \u0000 \ud83d"],
  ["invisible text", "\u200b\u2060"],
  ["pictures", "🧾🧾🧾"],
  ["one long word", "x".repeat(2_000)],
  ["two thousand letters", "read all of my invoices ".repeat(83)],
])("%s is treated as plain text", async (_case, query) => {
  const reply = await recommend({ query });
  for (const { score, reason } of reply.recommendations) {
    expect(score).toBeGreaterThan(0);
    expect(reason).not.toBe("");
  }
});

test("a distant match is described as not close", async () => {
  const { recommendations } = await recommend({ query: "zzxqj wvkkp" });
  for (const { score, reason } of recommendations) {
    expect(score).toBeLessThan(0.3);
    expect(reason).toMatch(/^Not a close match, but among the nearest/);
  }
});

test("the reply has a notice if nothing was found", async () => {
  const reply = await recommend({ query: "invoices", category: "education" });
  expect(reply).toEqual({
    recommendations: [],
    by_meaning: true,
    notice: "No agent matches this. Try other words, or fewer filters.",
  });
});

test("a query in a language that the embedder does not know is compared by words only, with a notice", async () => {
  const reply = await recommend({ query: "請幫我讀取發票" });
  expect(reply).toEqual({
    recommendations: [],
    by_meaning: false,
    notice: "Semantic search works in English only. These agents match your words.",
  });
});
