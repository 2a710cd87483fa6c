import { Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";
import { moneyIn, USD } from "../ledger/ledger.fixture.ts";
import { insertNotice } from "../notifications/notification-store.ts";
import { registerPerson } from "../notifications/notifications.fixture.ts";
import { addWebhook, useWebhookServer, verified } from "./webhooks.fixture.ts";

const server = useWebhookServer();

async function listener(path: string) {
  const { client, db, receiver } = server();
  const person = await registerPerson(client, db);
  const events = ["agent.listed" as const, "agent.refused" as const, "balance.low" as const];
  const { secret } = await addWebhook(client, person.token, { url: receiver.url(path), events });
  const told = () => receiver.received(path).map((request) => verified(secret, request));
  return { ...person, told };
}

function upload(token: string, name: string, content: string) {
  const form = uploadForm({ fields: { name }, file: { name: "agent.py", content } });
  return server().client.call("POST", "/api/v1/agents/upload", { token, form });
}

test("notifies the uploader about a listed agent and about a refused upload", async () => {
  const { token, told } = await listener("/uploads");
  const listed = await upload(token, "Echo", "def run(message):\n    return message\n");
  expect(listed.status).toBe(201);
  const refusal = parseAnswer(
    Problem,
    await upload(token, "Bad", "def run(message):\n    raise ValueError('no')\n"),
  );
  expect(refusal.error).toBe("upload_refused");
  await expect.poll(() => told().length).toBe(2);
  const timestamp = expect.any(String);
  expect(told()).toContainEqual({
    type: "agent.listed",
    timestamp,
    data: { agent_id: Object(listed.body).agent.id, agent_name: "Echo", version: 1 },
  });
  expect(told()).toContainEqual({
    type: "agent.refused",
    timestamp,
    data: { agent_name: "Bad", reason: refusal.detail },
  });
});

test("sends one event for a balance that falls below 1 USD", async () => {
  const { client, db } = server();
  const { accountId, told } = await listener("/balance");
  const developer = await registerPerson(client, db);
  const money = moneyIn(db);
  const spend = (amount: bigint) => money.run(accountId, developer.accountId, amount);
  await spend(9n * USD);
  await spend(1n);
  await spend(1n);
  await expect.poll(() => told().length).toBe(1);
  expect(told()).toEqual([{ type: "balance.low", timestamp: expect.any(String), data: { below: 1 } }]);
  const events = await db
    .selectFrom("webhook_events")
    .select("type")
    .where("account_id", "=", accountId)
    .execute();
  expect(events).toEqual([{ type: "balance.low" }]);
});

test("does not create a second event for a repeated occasion, or an event without a subscriber", async () => {
  const { accountId, told } = await listener("/once");
  const { db } = server();
  const facts = { agent_id: 7, agent_name: "Echo", version: 1 };
  for (const occasion of ["version:1", "version:1", "version:2"])
    await insertNotice(db, { accountId, kind: "agent_listed", facts, occasion });
  await insertNotice(db, {
    accountId,
    kind: "api_key_refreshed",
    facts: { key_name: "main" },
    occasion: "key:1",
  });
  await expect.poll(() => told().length).toBe(2);
  const events = await db
    .selectFrom("webhook_events")
    .select("type")
    .where("account_id", "=", accountId)
    .execute();
  expect(events).toEqual([{ type: "agent.listed" }, { type: "agent.listed" }]);
});
