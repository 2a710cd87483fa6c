import { sql } from "kysely";
import { expect, test } from "vitest";
import { insertNotice } from "../../notifications/notification-store.ts";
import { personWithAgent } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";
import { notifyOfPricesBelowCost } from "./price-watch.ts";

const server = useCatalogServer();

test("a developer is notified when the price no longer covers the models, and again only when the cost has changed", async () => {
  const { client, database } = server();
  const { db } = database;
  const { accountId, agentId } = await personWithAgent(client, db, {
    name: "Writer",
    price: 10_000n,
    content: { models: ["gpt-4o"] },
  });
  const notifiedAt = async (usdPerMillion: bigint) => {
    const completionRateNano = usdPerMillion * 1_000_000_000n;
    const findModel = () => ({
      model: "gpt-4o",
      by: "name" as const,
      promptRateNano: 0n,
      completionRateNano,
    });
    await notifyOfPricesBelowCost(db, insertNotice, { findModel });
    const { rows } = await sql<{ lowest: string }>`
      SELECT n.facts ->> 'lowest' AS lowest FROM notifications n JOIN memberships m USING (user_id)
      WHERE m.account_id = ${accountId} AND n.kind = 'price_below_cost' ORDER BY n.id`.execute(db);
    return rows.map(({ lowest }) => lowest);
  };
  expect(await notifiedAt(10n)).toEqual([]);
  expect(await notifiedAt(12n)).toEqual(["12000"]);
  expect(await notifiedAt(12n)).toEqual(["12000"]);
  expect(await notifiedAt(20n)).toEqual(["12000", "20000"]);
  await sql`UPDATE agents SET sponsor_limit = 1 WHERE id = ${agentId}`.execute(db);
  expect(await notifiedAt(30n)).toEqual(["12000", "20000"]);
});
