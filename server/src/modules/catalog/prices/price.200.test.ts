import { Agent, AgentList } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { personWithAgent } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer();
const DAY_MS = 24 * 3600 * 1000;

/** Uploads an agent at 0.00001 USD per token, and returns helpers that change and read its price. */
async function scene(name: string) {
  const { client, database, catalog } = server();
  const { agentId, accountId, token } = await personWithAgent(client, database.db, { name, price: 10_000n });
  const path = `/api/v1/agents/${agentId}`;
  return {
    agentId,
    put: async (price: number, more: object = {}) =>
      parseAnswer(Agent, await client.put(path, { price_per_token: price, ...more }, { token })),
    seenByVisitors: async () => parseAnswer(Agent, await client.get(path)),
    atRunStart: async () =>
      (await catalog.agents.find(agentId, { callerAccountId: accountId }))?.pricePerToken,
    inLists: async () =>
      parseAnswer(AgentList, await client.get(`/api/v1/agents?search=${name}&sort=cheapest`)).agents.map(
        ({ price }) => price,
      ),
    /** Returns the agent as it is this many days after its price increase was announced. */
    daysLater: async (days: number) => {
      const back = sql`make_interval(days => ${days})`;
      await sql`UPDATE agent_prices SET effective_from = effective_from - ${back}
        WHERE agent_id = ${agentId}`.execute(database.db);
      await sql`UPDATE search_documents SET price_until = price_until - ${back}
        WHERE agent_id = ${agentId}`.execute(database.db);
    },
  };
}

test("a price cut takes effect immediately for runs, details and lists", async () => {
  const { put, atRunStart, inLists } = await scene("Cutter");
  expect(await put(0.000007)).toMatchObject({
    price: "0.000007",
    price_per_token: 0.000007,
    max_cost_per_run: 0.14,
    next_price: null,
  });
  expect(await atRunStart()).toBe(7000n);
  expect(await inLists()).toEqual(["0.000007"]);
});

test("an announced price increase is shown to everyone and takes effect 14 days later, not before", async () => {
  const { catalog } = server();
  const { put, seenByVisitors, atRunStart, inLists, daysLater } = await scene("Riser");
  const announced = await put(0.00002);
  expect(announced).toMatchObject({
    price_per_token: 0.00001,
    max_cost_per_run: 0.2,
    next_price: { price_per_token: 0.00002 },
  });
  const notice = Date.parse(announced.next_price?.effective_from ?? "") - Date.now();
  expect(notice).toBeGreaterThan(14 * DAY_MS - 60_000);
  expect(notice).toBeLessThanOrEqual(14 * DAY_MS);
  expect((await seenByVisitors()).next_price).toEqual(announced.next_price);
  expect(await atRunStart()).toBe(10_000n);

  await daysLater(13);
  await catalog.beginPrices();
  expect(await atRunStart()).toBe(10_000n);
  expect(await inLists()).toEqual(["0.00001"]);

  await daysLater(1);
  await catalog.beginPrices();
  expect(await atRunStart()).toBe(20_000n);
  expect(await seenByVisitors()).toMatchObject({ price: "0.00002", next_price: null, max_cost_per_run: 0.4 });
  expect(await inLists()).toEqual(["0.00002"]);
});

test("the first price of a free agent is announced like an increase", async () => {
  const { put, atRunStart } = await scene("Gift");
  expect(await put(0)).toMatchObject({ price_per_token: 0, next_price: null });
  expect(await put(0.000001)).toMatchObject({
    price_per_token: 0,
    next_price: { price_per_token: 0.000001 },
  });
  expect(await atRunStart()).toBe(0n);
});

test("cutting the price or setting the current price again cancels an announced increase", async () => {
  const cut = await scene("Repentant");
  await cut.put(0.00002);
  expect(await cut.put(0.000009)).toMatchObject({ price_per_token: 0.000009, next_price: null });
  await cut.daysLater(15);
  expect(await cut.atRunStart()).toBe(9000n);

  const kept = await scene("Hesitant");
  await kept.put(0.00002);
  expect(await kept.put(0.00001)).toMatchObject({ price_per_token: 0.00001, next_price: null });
  await kept.daysLater(15);
  expect(await kept.atRunStart()).toBe(10_000n);
});

test("an announced increase keeps its date if it is lowered or announced again", async () => {
  const { put } = await scene("Lowered");
  const first = (await put(0.00003)).next_price;
  expect((await put(0.00003)).next_price).toEqual(first);
  expect((await put(0.00002)).next_price).toEqual({ ...first, price_per_token: 0.00002 });
});

test("an update that does not contain a price keeps an announced price increase", async () => {
  const { client, database } = server();
  const { agentId, token } = await personWithAgent(client, database.db, { name: "Steady" });
  const put = async (body: object) =>
    parseAnswer(Agent, await client.put(`/api/v1/agents/${agentId}`, body, { token })).next_price;
  const next = await put({ price_per_token: 0.5, confirm_price: true });
  expect(next).not.toBeNull();
  expect(await put({ description: "Another one" })).toEqual(next);
});
