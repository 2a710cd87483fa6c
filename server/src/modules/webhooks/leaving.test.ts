import { AccountExport } from "@stoa/contract";
import { expect, test } from "vitest";
import { findTablesWith } from "../accounts/personal-data/full-account.fixture.ts";
import { insertNotice } from "../notifications/notification-store.ts";
import { registerPerson } from "../notifications/notifications.fixture.ts";
import { addWebhook, listDeliveries, useWebhookServer } from "./webhooks.fixture.ts";

const server = useWebhookServer();

test("an account export contains webhooks and their events without secrets, and account deletion removes them", async () => {
  const { client, db, receiver } = server();
  const [one, other] = [await registerPerson(client, db), await registerPerson(client, db)];
  receiver.answer(() => ({ status: 200, body: `Thank you, ${one.username}` }));
  const add = (token: string) =>
    addWebhook(client, token, {
      url: receiver.url(`/${one.username}`),
      description: one.username,
      events: ["agent.listed"],
    });
  const [{ webhook, secret }, kept] = [await add(one.token), await add(other.token)];
  for (const { accountId } of [one, other])
    await insertNotice(db, {
      accountId,
      kind: "agent_listed",
      facts: { agent_id: 7, agent_name: `Agent of ${one.username}`, version: 1 },
      occasion: "version:1",
    });
  const delivered = (token: string, id: string) => listDeliveries(client, token, id, "?status=delivered");
  await expect.poll(() => delivered(one.token, webhook.id)).toHaveLength(1);
  await expect.poll(() => delivered(other.token, kept.webhook.id)).toHaveLength(1);

  const answer = await client.get("/api/v1/users/export", { token: one.token });
  const all = AccountExport.strict().parse(answer.body);
  expect(all).toMatchObject({
    webhooks: [
      { id: webhook.id, url: webhook.url, description: one.username, event_types: ["agent.listed"] },
    ],
    webhook_events: [
      {
        type: "agent.listed",
        facts: { agent_name: `Agent of ${one.username}` },
        deliveries: [
          {
            endpoint_id: webhook.id,
            status: "delivered",
            attempts: [{ number: 1, http_status: 200, answer: `Thank you, ${one.username}` }],
          },
        ],
      },
    ],
  });
  expect(JSON.stringify(answer.body)).not.toContain(secret.slice("whsec_".length));

  const body = { password: "correct horse", give_up_balance: true };
  expect((await client.call("DELETE", "/api/v1/users/me", { token: one.token, json: body })).status).toBe(
    200,
  );
  const places = await findTablesWith(server(), webhook.id);
  expect(places).toEqual([]);
  const left = await db.selectFrom("webhook_events").select("account_id").execute();
  expect(left).toEqual([{ account_id: other.accountId }]);
  expect(await delivered(other.token, kept.webhook.id)).toHaveLength(1);
});
