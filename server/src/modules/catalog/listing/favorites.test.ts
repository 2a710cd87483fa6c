import { AgentList, FAVORITE_TEXTS, FavoriteList, LIMITS } from "@stoa/contract";
import { beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { findAccountId, someAccount, someAgent } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer();
const ids = { finance: 0, content: 0, free: 0 };

beforeAll(async () => {
  const { db } = server().database;
  const { accountId } = await someAccount(db, "maker");
  ids.finance = await someAgent(db, accountId, { name: "Ledger Keeper", category: "finance" });
  ids.content = await someAgent(db, accountId, { name: "Story Writer", category: "content" });
  ids.free = await someAgent(db, accountId, { name: "Free Ledger", category: "finance", price: 0n });
});

const path = (id: number | string) => `/api/v1/agents/${id}/favourite`;
const mark = (id: number | string, token: string) => server().client.put(path(id), {}, { token });
const unmark = (id: number | string, token: string) => server().client.call("DELETE", path(id), { token });

async function marked(token: string): Promise<number[]> {
  const list = parseAnswer(FavoriteList, await server().client.get("/api/v1/favourites", { token }));
  expect(list.total).toBe(list.favourites.length);
  return list.favourites.map((favorite) => favorite.agent_id);
}

async function shown(query: string, token: string): Promise<AgentList> {
  return parseAnswer(
    AgentList,
    await server().client.get(`/api/v1/agents?favourites=true${query}`, { token }),
  );
}

test("favorites are listed with the latest first, even if one is added twice, and can be removed", async () => {
  const { token } = await server().client.register();
  expect(await marked(token)).toEqual([]);
  for (const id of [ids.finance, ids.content, ids.finance])
    expect(await mark(id, token)).toMatchObject({ status: 200, body: { success: true } });
  expect(await marked(token)).toEqual([ids.content, ids.finance]);
  for (const id of [ids.content, ids.content, 999_999]) expect((await unmark(id, token)).status).toBe(200);
  expect(await marked(token)).toEqual([ids.finance]);
});

test("filters, search and counts apply only to favorites if the list is restricted to favorites", async () => {
  const { token } = await server().client.register();
  const { token: other } = await server().client.register();
  expect((await shown("", token)).total).toBe(0);
  await mark(ids.finance, token);
  await mark(ids.free, token);
  await mark(ids.content, other);
  const all = await shown("&sort=newest", token);
  expect(all.agents.map((agent) => agent.id)).toEqual([ids.free, ids.finance]);
  expect(all.facets).toMatchObject({ category: { finance: 2, content: 0 }, pricing: { free: 1, paid: 1 } });
  expect((await shown("&pricing=free", token)).agents.map((agent) => agent.id)).toEqual([ids.free]);
  expect((await shown("&search=keeper", token)).agents.map((agent) => agent.id)).toEqual([ids.finance]);
  expect((await shown("", other)).agents.map((agent) => agent.id)).toEqual([ids.content]);
  const page = await shown("&sort=newest&limit=1", token);
  const rest = await shown(`&sort=newest&limit=1&cursor=${page.next_cursor}`, token);
  expect([...page.agents, ...rest.agents].map((agent) => agent.id)).toEqual([ids.free, ids.finance]);
});

test("an inactive favorite is not listed until it is active again", async () => {
  const { client, database } = server();
  const maker = await client.register();
  const agentId = await someAgent(database.db, await findAccountId(database.db, maker.username), {
    name: "On and off",
  });
  const { token } = await client.register();
  await mark(agentId, token);
  const switched = (is_active: boolean) =>
    client.put(`/api/v1/agents/${agentId}`, { is_active }, { token: maker.token });
  expect((await switched(false)).status).toBe(200);
  expect((await shown("", token)).total).toBe(0);
  expect(await marked(token)).toEqual([agentId]);
  expect((await mark(agentId, (await client.register()).token)).status).toBe(404);
  await switched(true);
  expect((await shown("", token)).total).toBe(1);
});

test("returns 409 for a favorite over the limit, even for parallel requests, until another favorite is removed", async () => {
  const { client, database } = server();
  const { token, username } = await client.register();
  const { accountId } = await someAccount(database.db);
  await database.pool.query(
    `WITH many AS (
       INSERT INTO agents (owner_account_id, name, slug, description, documentation, category, framework, agent_type)
       SELECT $2, 'Agent ' || n, 'agent-' || n, '-', '-', 'general', 'stoa', 'python' FROM generate_series(2, $3) n
       RETURNING id)
     INSERT INTO favourites (user_id, agent_id) SELECT users.id, many.id FROM users, many WHERE username = $1`,
    [username, accountId, LIMITS.favoritesMax],
  );
  const answers = await Promise.all([ids.finance, ids.content].map((id) => mark(id, token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers[0]?.status === 409 ? ids.finance : ids.content;
  expect(await mark(refused, token)).toMatchObject({
    status: 409,
    body: { error: "conflict", detail: FAVORITE_TEXTS.full },
  });
  await unmark((await marked(token)).at(-1) ?? 0, token);
  expect((await mark(refused, token)).status).toBe(200);
});

test("returns 404 for invalid ids and private agents of others, and 401 without a session", async () => {
  const { client, database } = server();
  const { accountId } = await someAccount(database.db);
  const hidden = await someAgent(database.db, accountId, { name: "Hidden" });
  await database.db.updateTable("agents").set({ visibility: "private" }).where("id", "=", hidden).execute();
  const { token } = await client.register();
  for (const id of [hidden, 999_999, 0, "one"]) expect((await mark(id, token)).status).toBe(404);
  for (const answer of [
    client.get("/api/v1/favourites"),
    client.put(path(ids.finance), {}),
    client.call("DELETE", path(ids.finance)),
    client.get("/api/v1/agents?favourites=true"),
  ])
    expect(await answer).toMatchObject({ status: 401, body: { error: "unauthorized" } });
  expect((await client.get("/api/v1/agents?favourites=maybe")).status).toBe(400);
});
