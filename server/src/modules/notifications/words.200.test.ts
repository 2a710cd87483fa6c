import { Notification, type NotificationFacts, type NotificationKind } from "@stoa/contract";
import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";
import type { Notice } from "../../platform/events/notify.ts";
import { insertNotice } from "./notification-store.ts";
import { notificationsOf, registerPerson } from "./notifications.fixture.ts";

const server = useTestServer();

const agent = { agent_id: 12, agent_name: "Echo" };
const run_id = `run_${"a".repeat(32)}`;

/** One notification of each kind, with its text. */
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
    "Version 2 of Echo passed all checks and is the one that runs now.",
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
    "Echo earned its first money: 11900.000000001 USD.",
  ],
  webhook_disabled: [
    { webhook_id: "whk_1", host: "hooks.example.com", reason: "failing" },
    "error",
    "Webhook switched off",
    "hooks.example.com has answered your webhook with nothing but failures for 5 days, so it was switched off. Switch it on again when it works.",
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
    "Your runs fill the 200 MB of your plan. Inputs, answers and logs of your oldest runs are removed to make room; receipts and figures stay. Download what you need, or change the plan.",
  ],
  balance_low: [{}, "warning", "Balance low", "Your balance has fallen below 1 USD."],
  connector_quota: [
    { service: "gone_service", percent: 90, used: 9, quota: 10 },
    "warning",
    "90 % of a quota used",
    "Agents made 9 of the 10 calls to gone_service that you allow a month.",
  ],
  api_key_refreshed: [
    { key_name: "main" },
    "info",
    "API key refreshed",
    'Your API key "main" was replaced. The previous key no longer works.',
  ],
  new_review: [{ ...agent, rating: 5 }, "info", "New review", "Somebody gave Echo 5 of 5."],
  run_finished: [
    { ...agent, run_id },
    "success",
    "Run finished",
    "Your background run of Echo has finished. You find its output in your logs.",
  ],
  price_below_cost: [
    { ...agent, price: "1000", lowest: "10000" },
    "warning",
    "Price below model cost",
    "The models of Echo now cost up to 10 USD per 1M tokens, and its price is 1 USD per 1M tokens. Its model calls are refused until you raise the price or pay the difference as a sponsor.",
  ],
  agent_failing: [
    { ...agent, failures: 3, callers: 3 },
    "error",
    "Agent failing",
    "The last 3 runs of Echo by 3 different callers failed in its own code. After 10 failures in a row it is paused. Test it in the studio and upload a version that works.",
  ],
  agent_paused: [
    { ...agent, failures: 10, callers: 4 },
    "error",
    "Agent paused",
    "Echo was paused because its last 10 runs by 4 different callers failed in its own code. It is in no list and cannot be run. Upload a version that works, or switch it on again in the studio.",
  ],
  version_rolled_back: [
    { ...agent, from_version: 4, to_version: 3 },
    "warning",
    "Version rolled back",
    "Echo runs version 3 again instead of version 4.",
  ],
  agent_suspended: [
    { ...agent, reason: "It sends what it is given to a stranger." },
    "error",
    "Agent suspended",
    "The operator of this server suspended Echo: it is not listed and cannot be run. Their reason: It sends what it is given to a stranger.",
  ],
  models_missing: [
    { ...agent, models: ["gpt-4o"] },
    "error",
    "Agent stopped: model not offered",
    "Echo names gpt-4o, which this server does not offer any more. It is out of the lists and cannot run until the model is offered again, or until you upload a version that names another.",
  ],
  models_back: [
    agent,
    "success",
    "Agent runs again",
    "Every model that Echo names is offered. It is listed and can be run.",
  ],
  agent_restored: [agent, "success", "Agent restored", "Echo is not suspended any more."],
  visibility_changed: [
    { ...agent, visibility: "unlisted" },
    "warning",
    "Visibility changed",
    "The operator of this server made Echo unlisted. In no list and no search. Everybody who has the link can run it.",
  ],
  private_agents_closed: [
    { count: 2, plan_name: "Free" },
    "warning",
    "Private agents switched off",
    "The Free plan has no private agents. Your 2 private agents are now unlisted and inactive: nobody else can see or run them. Change the plan, or make them public or unlisted and active in the studio.",
  ],
  run_refunded: [
    { ...agent, run_id, amount: "1500000" },
    "success",
    "Run refunded",
    "You got 0.0015 USD back for a run of Echo.",
  ],
  earnings_taken_back: [
    { ...agent, run_id, amount: "1050000" },
    "warning",
    "Earnings reversed",
    "A run of Echo was refunded to its caller: 0.00105 USD of your earnings were reversed.",
  ],
  credits_granted: [
    { amount: "25000000000", expires_on: "2026-12-31" },
    "success",
    "Credits granted",
    "The operator of this server gave you 25 USD of credits, good until 2026-12-31.",
  ],
};
const KINDS = Notification.shape.kind.options;

test.each(KINDS)("stores %s, shows its text and links to its subject", async (kind) => {
  const { client, db } = server();
  const { token, accountId } = await registerPerson(client, db);
  const [facts, type, title, message] = TOLD[kind];
  await insertNotice(db, { accountId, kind, facts, occasion: kind } as Notice);
  expect(await notificationsOf(client, token)).toMatchObject([
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
  const told = async () => (await notificationsOf(client, developer.token))[0]?.message;
  expect(await told()).toBe(`${reviewer.username} gave Echo 4 of 5.`);
  const name = `left_${reviewer.userId.slice(-12)}`;
  await db.updateTable("users").set({ username: name }).where("id", "=", reviewer.userId).execute();
  expect(await told()).toBe(`${name} gave Echo 4 of 5.`);
});
