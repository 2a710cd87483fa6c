import { AgentList, type AgentSummary } from "@stoa/contract";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { findAccountId, someAccount, someAgent } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer();
const ids: Record<string, number> = {};
let owner: Awaited<ReturnType<typeof someAccount>>;

beforeAll(async () => {
  const { db } = server().database;
  owner = await someAccount(db, "maker");
  ids.support = await someAgent(db, owner.accountId, {
    name: "Customer Support Bot",
    category: "customer-service",
    description: "Answers questions about orders",
    price: 0n,
  });
  ids.data = await someAgent(db, owner.accountId, {
    name: "Data Analyzer",
    category: "analytics",
    description: "Summarizes tables in a few words",
    tags: ["csv", "statistics"],
    price: 2000n,
  });
  ids.summary = await someAgent(db, owner.accountId, {
    name: "Content Summarizer",
    category: "content",
    description: "Shortens a long text",
    documentation: "Give it an article and it keeps the sentences that say most. Café menus work too.",
    price: 1000n,
  });
  ids.research = await someAgent(db, owner.accountId, {
    name: "Deep Research Agent",
    category: "research",
    description: "100% of the sources, a data scientist's friend",
    price: 5000n,
  });
});

async function list(query: Record<string, string> = {}, token?: string) {
  const path = `/api/v1/agents/?${new URLSearchParams(query)}`;
  const answer = await server().client.get(path, token === undefined ? {} : { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return parseAnswer(AgentList, answer);
}

const names = (page: { agents: AgentSummary[] }) => page.agents.map((agent) => agent.name);
const everyone = ["Deep Research Agent", "Content Summarizer", "Data Analyzer", "Customer Support Bot"];

test("a visitor sees every listed agent, with both names of each field that has two, and null for unmeasured values", async () => {
  const page = await list();
  expect(names(page)).toEqual(everyone);
  expect(page.total).toBe(4);
  expect(page.next_cursor).toBeNull();
  expect(page.agents[2]).toMatchObject({
    id: ids.data,
    developer: "maker",
    owner_username: "maker",
    price: "0.000002",
    price_per_token: 0.000002,
    rating: null,
    average_rating: null,
    reviews: 0,
    users: 0,
    total_executions: 0,
    success_rate: null,
    median_time: null,
    tags: ["csv", "statistics"],
    framework: "stoa",
    agent_type: "python",
  });
});

test("filters narrow the list, and each facet counts the agents that match the other filters", async () => {
  const free = await list({ pricing: "free" });
  expect(names(free)).toEqual(["Customer Support Bot"]);
  expect(free.total).toBe(1);
  expect(free.facets.pricing).toEqual({ free: 1, paid: 3 });
  expect(free.facets.category).toMatchObject({ "customer-service": 1, content: 0 });
  const content = await list({ category: "content", framework: "stoa" });
  expect(names(content)).toEqual(["Content Summarizer"]);
  expect(content.facets.pricing).toEqual({ free: 0, paid: 1 });
  expect(content.facets.category).toMatchObject({ content: 1, research: 1, analytics: 1 });
  expect(names(await list({ framework: "langchain" }))).toEqual([]);
});

test("'all' and an empty value do not filter", async () => {
  expect((await list({ category: "all", framework: "", pricing: "all", search: "" })).total).toBe(4);
});

test("a search finds names, tags, descriptions, documentation, categories and developers, and lists names first", async () => {
  expect(names(await list({ search: "data" }))).toEqual(["Data Analyzer", "Deep Research Agent"]);
  expect(names(await list({ search: "csv" }))).toEqual(["Data Analyzer"]);
  expect(names(await list({ search: "article" }))).toEqual(["Content Summarizer"]);
  expect(names(await list({ search: "customer service" }))).toEqual(["Customer Support Bot"]);
  expect((await list({ search: "maker" })).total).toBe(4);
});

test("a search tolerates other word forms, prefixes, missing accents, other letter case and typing errors", async () => {
  expect(names(await list({ search: "summary" }))).toEqual(expect.arrayContaining(["Content Summarizer"]));
  expect(names(await list({ search: "DATA ana" }))).toEqual(["Data Analyzer"]);
  expect(names(await list({ search: "cafe" }))).toEqual(["Content Summarizer"]);
  expect(names(await list({ search: "Résearch" }))).toEqual(["Deep Research Agent"]);
  expect(names(await list({ search: "data anlayzer" }))).toEqual(["Data Analyzer"]);
  expect(names(await list({ search: "custmer" }))).toEqual(["Customer Support Bot"]);
  expect(names(await list({ search: "statitsi" }))).toEqual(["Data Analyzer"]);
});

test("all words must match; an unknown word finds nothing", async () => {
  expect((await list({ search: "data bot" })).total).toBe(0);
  const none = await list({ search: "zebra quantum" });
  expect(none).toMatchObject({ agents: [], total: 0, next_cursor: null });
  expect(none.facets.category).toMatchObject({ content: 0 });
});

test.each(["%", "_", "' OR 1=1 --", "\\", "zebra & | !", "(((", ":*", "<->", '"', "\u0000", "🙂"])(
  "the search %j is treated as plain text",
  async (search) => {
    expect((await list({ search })).total).toBe(0);
  },
);

test("punctuation next to words does not affect the search", async () => {
  expect(names(await list({ search: "data:* & !analyzer' \"" }))).toEqual(["Data Analyzer"]);
  expect(names(await list({ search: "100%" }))).toEqual(["Deep Research Agent"]);
});

test("a search that contains only stop words matches them as words", async () => {
  expect((await list({ search: "the data" })).total).toBe(2);
  expect((await list({ search: "of the" })).total).toBe(1);
});

test("filters also apply to a search, and its facets count only the matches", async () => {
  const page = await list({ search: "data", category: "research" });
  expect(names(page)).toEqual(["Deep Research Agent"]);
  expect(page.total).toBe(1);
  expect(page.facets.category).toMatchObject({ research: 1, analytics: 1, content: 0 });
});

test("lists can be sorted by measured figures, with unmeasured agents last", async () => {
  const { database, catalog } = server();
  const none = { failed: 0, users: 1, medianTokens: null, p95Tokens: null };
  await catalog.agents.recordStatistics([
    { agentId: Number(ids.data), executions: 7, completed: 6, medianMs: 900, ...none, failed: 1 },
    { agentId: Number(ids.support), executions: 9, completed: 9, medianMs: 1500, ...none },
  ]);
  await sql`UPDATE search_documents SET rating = 4.5 WHERE agent_id = ${ids.summary}`.execute(database.db);
  expect(names(await list({ sort: "most_run", limit: "2" }))).toEqual([
    "Customer Support Bot",
    "Data Analyzer",
  ]);
  expect(names(await list({ sort: "fastest", limit: "2" }))).toEqual([
    "Data Analyzer",
    "Customer Support Bot",
  ]);
  expect(names(await list({ sort: "best_rated", limit: "1" }))).toEqual(["Content Summarizer"]);
  expect(names(await list({ sort: "newest" }))).toEqual(everyone);
  expect(names(await list({ sort: "cheapest" }))).toEqual([
    "Customer Support Bot",
    "Content Summarizer",
    "Data Analyzer",
    "Deep Research Agent",
  ]);
  expect((await list({ sort: "most_run", limit: "2" })).agents[1]).toMatchObject({
    total_executions: 7,
    success_rate: 85.7,
    median_time: 0.9,
    users: 1,
  });
});

test.each([
  [{ sort: "most_run" }],
  [{ sort: "fastest" }],
  [{ sort: "best_rated" }],
  [{ sort: "cheapest" }],
  [{ sort: "newest" }],
  [{ search: "maker" }],
  [{ search: "data" }],
])(
  "%j: pages by cursor and by offset return the same agents as the whole list",
  async (query: Record<string, string>) => {
    // Each test uses a limit of its own, so that no page is returned that was cached before the figures were stored.
    const whole = await list({ ...query, limit: "50" });
    const paged: AgentSummary[] = [];
    let cursor: string | null = "";
    for (let offset = 0; cursor !== null; offset += 1) {
      const page: AgentList = await list({ ...query, limit: "1", ...(cursor && { cursor }) });
      expect(page.total).toBe(whole.total);
      expect(names(await list({ ...query, limit: "1", offset: String(offset) }))).toEqual(names(page));
      paged.push(...page.agents);
      cursor = page.next_cursor;
    }
    expect(names({ agents: paged })).toEqual(names(whole));
  },
);

test("a private agent is listed and counted only for its owner's account", async () => {
  const { client, database } = server();
  const { db } = database;
  const person = await client.register();
  const stranger = await client.register();
  const accountId = await findAccountId(db, person.username);
  const secret = await someAgent(db, accountId, { name: "Secret Helper" });
  await sql`UPDATE agents SET visibility = 'private' WHERE id = ${secret}`.execute(db);
  await sql`UPDATE search_documents SET visibility = 'private' WHERE agent_id = ${secret}`.execute(db);
  expect(names(await list({ search: "secret helper" }, person.token))).toEqual(["Secret Helper"]);
  expect((await list({ limit: "3" }, person.token)).total).toBe(5);
  expect((await list({ search: "secret helper" }, stranger.token)).total).toBe(0);
  expect((await list({ limit: "3" }, stranger.token)).total).toBe(4);
  expect((await list({ search: "secret helper" })).total).toBe(0);
});

test.each([
  { category: "Customer-Service" },
  { framework: "LANGCHAIN", category: "content" },
  { framework: "n8N" },
  { pricing: "Free" },
  { sort: "CHEAPEST" },
])("filters ignore case: %j", async (query) => {
  const lower = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value.toLowerCase()]));
  expect(names(await list(query))).toEqual(names(await list(lower)));
});

test("framework=LangChain finds LangChain agents", async () => {
  const { db } = server().database;
  await someAgent(db, owner.accountId, { name: "Chain", content: { framework: "langchain" } });
  expect(names(await list({ framework: "LangChain", limit: "5" }))).toEqual(["Chain"]);
});
