import { Agent, Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { personWithAgent } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";
import { changePrice } from "./price-store.ts";

const server = useCatalogServer();

async function scene(name: string) {
  const { client, database } = server();
  const { agentId, token } = await personWithAgent(client, database.db, { name, price: 10_000n });
  const path = `/api/v1/agents/${agentId}`;
  return {
    put: (body: object) => client.put(path, body, { token }),
    read: async () => parseAnswer(Agent, await client.get(path)),
    /** Makes the same change at a moment that the test chooses. */
    putAt: (at: string, price: bigint) =>
      database.db.transaction().execute((tx) => changePrice(tx, agentId, price, new Date(at))),
  };
}

test("an increase above an announced increase is refused with an explanation, and the rest of the request is not applied", async () => {
  const { put, read } = await scene("Greedy");
  expect((await put({ price_per_token: 0.00002 })).status).toBe(200);
  const before = await read();
  const refused = await put({ price_per_token: 0.00003, description: "More expensive" });
  expect(refused.status).toBe(409);
  const problem = parseAnswer(Problem, refused);
  expect(problem).toMatchObject({ error: "conflict", errors: [{ field: "price_per_token" }] });
  expect(problem.detail).toMatch(/^A price increase is already announced for \d+ \w+ \d{4}, \d\d:\d\d UTC\./);
  expect(await read()).toEqual(before);
});

test("a canceled increase counts toward the month's limit", async () => {
  const { put } = await scene("Fickle");
  await put({ price_per_token: 0.00002 });
  await put({ price_per_token: 0.00001 });
  const refused = await put({ price_per_token: 0.00002 });
  expect(refused.status).toBe(409);
  expect(parseAnswer(Problem, refused).detail).toMatch(
    /^A price can be raised once a month.* from 1 \w+ \d{4}, 00:00 UTC; it takes effect 14 days later\.$/,
  );
});

test("a price can be raised once per UTC month, up to the last second of the month", async () => {
  const { putAt } = await scene("Calendar");
  expect(await putAt("2027-01-01T00:00:00Z", 20_000n)).toEqual({
    outcome: "announced",
    moment: new Date("2027-01-15T00:00:00Z"),
  });
  expect(await putAt("2027-01-15T00:00:00Z", 30_000n)).toEqual({
    outcome: "risen_this_month",
    moment: new Date("2027-02-01T00:00:00Z"),
  });
  expect(await putAt("2027-01-31T23:59:59.999Z", 30_000n)).toMatchObject({ outcome: "risen_this_month" });
  expect(await putAt("2027-02-01T00:00:00Z", 30_000n)).toMatchObject({ outcome: "announced" });
  expect(await putAt("2027-02-14T23:59:59Z", 40_000n)).toEqual({
    outcome: "rise_is_coming",
    moment: new Date("2027-02-15T00:00:00Z"),
  });
});

test("only one of two simultaneous price increases is announced", async () => {
  const { put, read } = await scene("Racer");
  const answers = await Promise.all(
    [0.00002, 0.00003, 0.00004, 0.00005].map((price) => put({ price_per_token: price })),
  );
  const { next_price: next } = await read();
  const shown = answers.flatMap((answer) =>
    answer.status === 200 ? [parseAnswer(Agent, answer).next_price] : [],
  );
  /** A later, lower price replaces the announced one and keeps its date. */
  expect(new Set(shown.map((price) => price?.effective_from)).size).toBe(1);
  expect(Math.min(...shown.map((price) => price?.price_per_token ?? 0))).toBe(next?.price_per_token);
});
