import { Notification, type NotificationFacts, type NotificationKind } from "@stoa/contract";
import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";
import type { Notice } from "../../platform/events/notify.ts";
import { insertNotice } from "./notification-store.ts";
import { listNotifications, registerPerson } from "./notifications.fixture.ts";

const server = useTestServer();

const agent = { agent_id: 12, agent_name: "Echo" };
const run_id = `run_${"a".repeat(32)}`;

/** One notification of each kind, with the expected text. */
const TOLD: {
  [Kind in NotificationKind]: [NotificationFacts[Kind], type: string, title: string, message: string];
} = {
  run_failed: [
    { ...agent, run_id, status: "failed" },
    "error",
    "Run failed",
    "Echo could not finish your run. It cost you nothing.",
  ],
  agent_listed: [
    { ...agent, version: 2 },
    "success",
    "New version listed",
    "Version 2 of Echo passed all checks and is now the current version.",
  ],
  upload_refused: [
    { ...agent, reason: "Line 3: invalid syntax" },
    "error",
    "Upload refused",
    "Echo was not listed. Line 3: invalid syntax",
  ],
  first_earnings: [
    { ...agent, run_id, amount: "11900000000001" },
    "success",
    "First earnings",
    "Echo made its first sale: 11900.000000001 USD.",
  ],
  webhook_disabled: [
    { webhook_id: "whk_1", host: "hooks.example.com", reason: "failing" },
    "error",
    "Webhook switched off",
    "All calls to your webhook at hooks.example.com failed for 5 days, so it was switched off. Switch it on again when it works.",
  ],
  schedule_paused: [
    { schedule_name: "Report", agent_id: 12, because: "failures" },
    "warning",
    "Schedule paused",
    '"Report" was paused. It failed 10 times in a row.',
  ],
  storage_full: [
    { limit_bytes: 200_000_000 },
    "warning",
    "Storage full",
    "Your runs reached the 200 MB of storage in your plan. Inputs, outputs and logs of your oldest runs are removed to make room; receipts and statistics are kept. Download what you need, or change your plan.",
  ],
  balance_low: [{}, "warning", "Balance low", "Your balance is below 1 USD."],
  connector_quota: [
    { service: "gone_service", percent: 90, used: 9, quota: 10 },
    "warning",
    "90% of a quota used",
    "Agents used 9 of the 10 calls to gone_service that you allow per month.",
  ],
  api_key_refreshed: [
    { key_name: "main" },
    "info",
    "API key refreshed",
    'Your API key "main" was replaced. The previous key no longer works.',
  ],
  new_review: [{ ...agent, rating: 5 }, "info", "New review", "Somebody rated Echo 5 of 5."],
  run_finished: [
    { ...agent, run_id },
    "success",
    "Run finished",
    "Your background run of Echo finished. Its output is in your logs.",
  ],
  price_below_cost: [
    { ...agent, price: "1000", lowest: "10000" },
    "warning",
    "Price below model cost",
    "The models of Echo now cost up to 10 USD per 1M tokens, but its price is 1 USD per 1M tokens. Its model calls are refused until you raise the price or sponsor the difference.",
  ],
  agent_failing: [
    { ...agent, failures: 3, callers: 3 },
    "error",
    "Agent failing",
    "The last 3 runs of Echo by 3 different callers failed in its own code. After 10 consecutive failures the agent is paused. Test it in the studio and upload a fixed version.",
  ],
  agent_paused: [
    { ...agent, failures: 10, callers: 4 },
    "error",
    "Agent paused",
    "Echo was paused because its last 10 runs by 4 different callers failed in its own code. It is not listed and cannot be run. Upload a fixed version, or switch it on again in the studio.",
  ],
  version_rolled_back: [
    { ...agent, from_version: 4, to_version: 3 },
    "warning",
    "Version rolled back",
    "Echo was rolled back from version 4 to version 3.",
  ],
  agent_suspended: [
    { ...agent, reason: "It sends what it is given to a stranger." },
    "error",
    "Agent suspended",
    "The operator of this server suspended Echo. It is not listed and cannot be run. Reason: It sends what it is given to a stranger.",
  ],
  models_missing: [
    { ...agent, models: ["gpt-4o"] },
    "error",
    "Agent unavailable: model not offered",
    "Echo uses gpt-4o, which this server no longer offers. The agent is not listed and cannot run until the model is offered again or you upload a version that uses another model.",
  ],
  models_back: [
    agent,
    "success",
    "Agent available again",
    "All models that Echo uses are offered again. The agent is listed and can be run.",
  ],
  agent_restored: [agent, "success", "Agent restored", "Echo is no longer suspended."],
  visibility_changed: [
    { ...agent, visibility: "unlisted" },
    "warning",
    "Visibility changed",
    "The operator of this server made Echo unlisted. Hidden from lists and search. Anyone with the link can run it.",
  ],
  private_agents_closed: [
    { count: 2, plan_name: "Free" },
    "warning",
    "Private agents switched off",
    "The Free plan does not include private agents. Your 2 private agents are now unlisted and inactive: nobody else can see or run them. Change the plan, or make them public or unlisted and active in the studio.",
  ],
  run_refunded: [
    { ...agent, run_id, amount: "1500000" },
    "success",
    "Run refunded",
    "0.0015 USD was refunded for a run of Echo.",
  ],
  earnings_taken_back: [
    { ...agent, run_id, amount: "1050000" },
    "warning",
    "Earnings reversed",
    "A run of Echo was refunded to its caller. 0.00105 USD of your earnings was reversed.",
  ],
  credits_granted: [
    { amount: "25000000000", expires_on: "2026-12-31" },
    "success",
    "Credits granted",
    "The operator of this server gave you 25 USD in credits, valid until 2026-12-31.",
  ],
};
const KINDS = Notification.shape.kind.options;

test.each(KINDS)("stores %s, shows its text and links to its subject", async (kind) => {
  const { client, db } = server();
  const { token, accountId } = await registerPerson(client, db);
  const [facts, type, title, message] = TOLD[kind];
  await insertNotice(db, { accountId, kind, facts, occasion: kind } as Notice);
  expect(await listNotifications(client, token)).toMatchObject([
    {
      kind,
      type,
      title,
      message,
      agent_id: "agent_id" in facts ? agent.agent_id : null,
      run_id: "run_id" in facts ? run_id : null,
    },
  ]);
});

test("shows the current name of a reviewer", async () => {
  const { client, db } = server();
  const [developer, reviewer] = [await registerPerson(client, db), await registerPerson(client, db)];
  await insertNotice(db, {
    accountId: developer.accountId,
    kind: "new_review",
    facts: { ...agent, rating: 4 },
    occasion: "review:1",
    actorId: reviewer.userId,
  });
  const told = async () => (await listNotifications(client, developer.token))[0]?.message;
  expect(await told()).toBe(`${reviewer.username} rated Echo 4 of 5.`);
  const name = `left_${reviewer.userId.slice(-12)}`;
  await db.updateTable("users").set({ username: name }).where("id", "=", reviewer.userId).execute();
  expect(await told()).toBe(`${name} rated Echo 4 of 5.`);
});
