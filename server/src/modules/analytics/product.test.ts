import {
  AgentAnalytics,
  BillingHistory,
  BillingReceipt,
  BillingStatements,
  DeveloperAnalytics,
} from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { registerPerson } from "../accounts/personal-data/full-account.fixture.ts";

const server = useTestServer();

test("a paid run appears immediately in its developer's analytics and on its payer's receipt", async () => {
  const { client, db } = server();
  const [developer, payer] = [await registerPerson(server()), await registerPerson(server())];
  const agentId = await developer.upload();
  await db
    .updateTable("accounts")
    .set({ plan_type: "creator" })
    .where("id", "=", developer.accountId)
    .execute();
  const ran = await payer.run(agentId, "one two three");
  const get = (path: string, { token }: { token: string }) => client.get(`/api/v1/billing${path}`, { token });

  const told = parseAnswer(AgentAnalytics, await get(`/agent/${agentId}/analytics?days=2`, developer));
  const figures = { runs: 1, succeeded: 1, tokens: ran.tokens_used, gross: ran.cost, unique_users: 1 };
  expect(told.total).toMatchObject(figures);
  expect(told.total.p50_time).toBeGreaterThanOrEqual(0);
  const all = parseAnswer(DeveloperAnalytics, await get("/analytics?days=2", developer));
  expect(all.total).toEqual(told.total);
  expect((await get(`/agent/${agentId}/analytics`, payer)).status).toBe(404);

  const { history } = parseAnswer(BillingHistory, await get(`/history?agent_id=${agentId}`, payer));
  expect(history).toMatchObject([{ amount: -ran.cost, run_id: ran.run_id, agent_id: agentId }]);
  const receipt = parseAnswer(BillingReceipt, await get(`/history/${history[0]?.id}/receipt`, payer));
  expect(receipt).toMatchObject({
    issued_to: payer.username,
    run: { id: ran.run_id, tokens: ran.tokens_used, cost: ran.cost, version: 1, charged_for: "tokens" },
  });
  expect(receipt.run?.price_per_token).toBeCloseTo(ran.cost / ran.tokens_used, 9);
  const { statements } = parseAnswer(BillingStatements, await get("/statements", payer));
  expect(statements[0]).toMatchObject({ spent: ran.cost, closing: receipt.balance_after });
});
