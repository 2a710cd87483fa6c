import { Ok, SubscribedEventType, Webhook, WebhookList, WebhookWithSecret } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { addWebhook, listDeliveries, useWebhookServer, verified } from "./webhooks.fixture.ts";

const server = useWebhookServer();

test("creates, reads, lists, changes and deletes a webhook", async () => {
  const { client, receiver } = server();
  const { token } = await client.register();
  const request = {
    url: receiver.url("/one?team=7"),
    description: " Billing ",
    events: SubscribedEventType.options,
  };
  const answer = await client.post("/api/v1/webhooks", request, { token });
  expect(answer.status).toBe(201);
  const { webhook, secret } = parseAnswer(WebhookWithSecret, answer);
  expect(webhook).toEqual({
    id: expect.stringMatching(/^whk_[0-9a-f]{32}$/),
    url: request.url,
    description: "Billing",
    events: request.events,
    is_active: true,
    disabled_reason: null,
    failing_since: null,
    previous_secret_until: null,
    created_at: expect.any(String),
    updated_at: webhook.created_at,
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const address = `/api/v1/webhooks/${webhook.id}`;
  expect(parseAnswer(Webhook, await client.get(address, { token }))).toEqual(webhook);

  const change = { url: receiver.url("/two"), description: "", events: ["run.failed"], is_active: false };
  const changed = parseAnswer(Webhook, await client.put(address, change, { token }));
  expect(changed).toEqual({ ...webhook, ...change, updated_at: expect.any(String) });
  expect(changed.updated_at > webhook.updated_at).toBe(true);
  expect(parseAnswer(Webhook, await client.put(address, {}, { token }))).toMatchObject(change);
  const listed = parseAnswer(WebhookList, await client.get("/api/webhooks/", { token }));
  expect(listed).toMatchObject({ webhooks: [{ id: webhook.id, ...change }], next_cursor: null });

  expect(parseAnswer(Ok, await client.call("DELETE", address, { token }))).toEqual({ success: true });
  expect((await client.get(address, { token })).status).toBe(404);
});

test("allows ten webhooks per account even if more are created at the same time, and lists them in pages", async () => {
  const { client } = server();
  const { token } = await client.register();
  const body = { url: "https://93.184.215.14/hook", events: ["balance.low"] };
  const answers = await Promise.all(
    Array.from({ length: 13 }, () => client.post("/api/v1/webhooks", body, { token })),
  );
  const added = answers.filter(({ status }) => status === 201);
  expect(added).toHaveLength(10);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect(answer).toMatchObject({
      status: 409,
      body: { error: "conflict", detail: "An account can have at most 10 webhooks. Delete one first" },
    });
  const seen: string[] = [];
  for (let cursor = ""; ; ) {
    const page = parseAnswer(WebhookList, await client.get(`/api/v1/webhooks?limit=4${cursor}`, { token }));
    seen.push(...page.webhooks.map(({ id }) => id));
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  expect(seen).toEqual(added.map(({ body: made }) => Object(made).webhook.id).toSorted());
});

test("signs with both secrets for a day after a rotation, and then only with the new secret", async () => {
  const { client, receiver, db } = server();
  const { token } = await client.register();
  const { webhook, secret: old } = await addWebhook(client, token, { url: receiver.url("/rotated") });
  const address = `/api/v1/webhooks/${webhook.id}`;
  const ping = async (nth: number) => {
    await client.post(`${address}/ping`, {}, { token });
    await expect.poll(() => receiver.received("/rotated").length).toBe(nth);
    const request = receiver.received("/rotated").at(-1);
    if (!request) throw new Error("no request arrived");
    return request;
  };
  const rotated = parseAnswer(
    WebhookWithSecret,
    await client.post(`${address}/rotate-secret`, {}, { token }),
  );
  expect(rotated.secret).not.toBe(old);
  const until = Date.parse(rotated.webhook.previous_secret_until ?? "");
  expect(Math.abs(until - Date.parse(rotated.webhook.updated_at) - 86_400_000)).toBeLessThan(2);
  const both = await ping(1);
  for (const secret of [old, rotated.secret]) expect(verified(secret, both)).toMatchObject({ type: "ping" });

  await db
    .updateTable("webhook_endpoints")
    .set({ previous_until: new Date() })
    .where("id", "=", webhook.id)
    .execute();
  const alone = await ping(2);
  expect(verified(rotated.secret, alone)).toMatchObject({ type: "ping" });
  expect(() => verified(old, alone)).toThrow("No matching signature");
  expect(parseAnswer(Webhook, await client.get(address, { token })).previous_secret_until).toBeNull();

  const last = parseAnswer(WebhookWithSecret, await client.post(`${address}/rotate-secret`, {}, { token }));
  const third = await ping(3);
  for (const secret of [rotated.secret, last.secret])
    expect(verified(secret, third)).toMatchObject({ type: "ping" });
  expect(() => verified(old, third)).toThrow("No matching signature");
  await expect
    .poll(async () => listDeliveries(client, token, webhook.id, "?status=delivered"))
    .toHaveLength(3);
});

test("marks waiting events as failed when a webhook is switched off, and resets its failures when it is switched on", async () => {
  const { client, receiver, db } = server();
  const { token } = await client.register();
  const { webhook } = await addWebhook(client, token, { url: receiver.url("/switched") });
  const address = `/api/v1/webhooks/${webhook.id}`;
  const { id } = Object((await client.post(`${address}/ping`, {}, { token })).body);
  const delivered = () => listDeliveries(client, token, webhook.id, "?status=delivered");
  await expect.poll(delivered).toHaveLength(1);
  await db
    .updateTable("webhook_deliveries")
    .set({ status: "waiting", next_attempt_at: new Date(Date.now() + 1e6), ended_at: null })
    .where("id", "=", id)
    .execute();
  await db
    .updateTable("webhook_endpoints")
    .set({ failing_since: new Date() })
    .where("id", "=", webhook.id)
    .execute();
  await client.put(address, { is_active: false }, { token });
  expect(await listDeliveries(client, token, webhook.id)).toMatchObject([{ id, status: "failed" }]);
  expect((await client.post(`${address}/ping`, {}, { token })).status).toBe(409);
  const on = parseAnswer(Webhook, await client.put(address, { is_active: true }, { token }));
  expect(on).toMatchObject({ is_active: true, disabled_reason: null, failing_since: null });
});
