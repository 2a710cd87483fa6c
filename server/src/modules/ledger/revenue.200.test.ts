import { Revenue } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { USD } from "./ledger.fixture.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

const server = useLedgerRoutes();

test("the owner of an agent sees its revenue in total and by day", async () => {
  const { client, owned, ledger, db } = server();
  const developer = await server().account();
  const payer = await server().account({ promo: 10n * USD });
  owned.set(31, developer);
  await server().run(payer, developer, USD, { agentId: 31, modelCost: USD / 5n });
  await ledger.rollUp(db);
  await server().run(payer, developer, USD, { agentId: 31 });
  await server().run(payer, developer, USD, { agentId: 32 });
  const figures = { executions: 2, gross: 2, model_cost: 0.2, platform_fee: 0.54, revenue: 1.26 };
  const answer = await client.get("/api/billing/agent/31/revenue", { token: developer });
  expect(parseAnswer(Revenue.strict(), answer)).toEqual({
    agent_id: 31,
    days: 30,
    ...figures,
    daily: [{ date: new Date().toISOString().slice(0, 10), ...figures }],
  });
});

test("an agent that never ran has no revenue", async () => {
  const { client, owned } = server();
  const developer = await server().account();
  owned.set(33, developer);
  const answer = await client.get("/api/v1/billing/agent/33/revenue?days=7", { token: developer });
  expect(parseAnswer(Revenue, answer)).toMatchObject({ days: 7, executions: 0, revenue: 0, daily: [] });
});
