import {
  Problem,
  ResentDeliveries,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
} from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { CALLS_PER_MINUTE } from "./bounds.ts";
import { removeOldEvents } from "./delivery-store.ts";
import { addWebhook, listDeliveries, useWebhookServer, verified } from "./webhooks.fixture.ts";

const server = useWebhookServer();

/** Registers an account with a webhook. Returns functions that call the webhook's routes. */
async function someone(path: string) {
  const { client, receiver } = server();
  const { token } = await client.register();
  const { webhook, secret } = await addWebhook(client, token, { url: receiver.url(path) });
  const address = `/api/v1/webhooks/${webhook.id}`;
  return {
    token,
    webhook,
    secret,
    address,
    post: (what: string, body: object = {}) => client.post(`${address}/${what}`, body, { token }),
    get: (what: string) => client.get(`${address}/${what}`, { token }),
    deliveries: (query = "") => listDeliveries(client, token, webhook.id, query),
  };
}

test("sends a signed test event immediately and logs it with the response", async () => {
  const { receiver } = server();
  receiver.answer(() => ({ status: 202, body: "thanks" }));
  const { post, get, webhook, secret, deliveries } = await someone("/pinged");
  const answer = await post("ping");
  expect(answer.status).toBe(201);
  const made = parseAnswer(WebhookDelivery, answer);
  // The event may arrive before the reply to the request.
  expect(made).toMatchObject({ event_type: "ping", run_id: null });
  expect(["waiting", "delivered"]).toContain(made.status);
  await expect.poll(() => deliveries()).toMatchObject([{ id: made.id, status: "delivered" }]);
  const [request] = receiver.received("/pinged");
  if (!request) throw new Error("no request arrived");
  expect(verified(secret, request)).toEqual({
    type: "ping",
    timestamp: made.occurred_at,
    data: { webhook_id: webhook.id },
  });
  const detail = parseAnswer(WebhookDeliveryDetail, await get(`deliveries/${made.id}`));
  expect(detail).toEqual({
    id: made.id,
    event_id: request.headers["webhook-id"],
    event_type: "ping",
    run_id: null,
    occurred_at: made.occurred_at,
    status: "delivered",
    attempts: 1,
    next_attempt_at: null,
    created_at: made.created_at,
    ended_at: expect.any(String),
    attempt_log: [
      {
        number: 1,
        started_at: expect.any(String),
        duration_ms: expect.any(Number),
        http_status: 202,
        error: null,
        answer: "thanks",
      },
    ],
  });
});

test("resends a delivered or failed event with the same id", async () => {
  const { receiver } = server();
  receiver.answer(() => ({ status: 200, body: "" }));
  const { post, get, deliveries } = await someone("/again");
  const { id } = parseAnswer(WebhookDelivery, await post("ping"));
  await expect.poll(() => deliveries("?status=delivered")).toHaveLength(1);
  expect(parseAnswer(WebhookDelivery, await post(`deliveries/${id}/resend`)).id).toBe(id);
  await expect.poll(() => receiver.received("/again").length).toBe(2);
  await expect.poll(() => deliveries("?status=delivered")).toHaveLength(1);

  await sql`UPDATE webhook_deliveries SET status = 'failed' WHERE id = ${id}`.execute(server().db);
  await post(`deliveries/${id}/resend`);
  await expect.poll(() => deliveries("?status=delivered")).toHaveLength(1);
  const ids = receiver.received("/again").map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  const detail = parseAnswer(WebhookDeliveryDetail, await get(`deliveries/${id}`));
  expect(detail.attempt_log.map(({ number }) => number)).toEqual([3, 2, 1]);
});

test("resends only the deliveries that failed since the given time", async () => {
  const { receiver, db } = server();
  receiver.answer(() => ({ status: 200, body: "" }));
  const { post, deliveries } = await someone("/failed");
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) ids.push(parseAnswer(WebhookDelivery, await post("ping")).id);
  await expect.poll(() => deliveries("?status=delivered")).toHaveLength(4);
  const [longAgo, failed, triedForDays, delivered] = ids;
  await sql`UPDATE webhook_deliveries SET status = 'failed' WHERE id IN (${longAgo}, ${failed}, ${triedForDays})`.execute(
    db,
  );
  await sql`UPDATE webhook_deliveries SET created_at = now() - interval '3 days' WHERE id IN (${longAgo}, ${triedForDays})`.execute(
    db,
  );
  await sql`UPDATE webhook_deliveries SET ended_at = now() - interval '2 days' WHERE id = ${longAgo}`.execute(
    db,
  );
  const since = new Date(Date.now() - 86_400_000).toISOString();
  expect(parseAnswer(ResentDeliveries, await post("resend-failed", { since }))).toEqual({
    resent: 2,
    more: false,
  });
  await expect.poll(() => deliveries("?status=delivered")).toHaveLength(3);
  expect(await deliveries("?status=failed")).toMatchObject([{ id: longAgo, attempts: 1 }]);
  for (const { id, attempts } of await deliveries("?status=delivered"))
    expect([id, attempts]).toEqual([id, id === delivered ? 1 : 2]);
  expect(parseAnswer(ResentDeliveries, await post("resend-failed", { since }))).toEqual({
    resent: 0,
    more: false,
  });
});

test("lists each delivery once, in pages, newest first", async () => {
  const { post, get, deliveries } = await someone("/pages");
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(parseAnswer(WebhookDelivery, await post("ping")).id);
  const seen: string[] = [];
  for (let cursor = ""; ; ) {
    const page = parseAnswer(WebhookDeliveryList, await get(`deliveries?limit=2${cursor}`));
    seen.push(...page.deliveries.map(({ id }) => id));
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  expect(seen).toEqual(ids.toReversed());
  await expect.poll(() => deliveries("?status=delivered")).toHaveLength(5);
});

test("returns 429 if an account requests too many test events per minute", async () => {
  const { post } = await someone("/often");
  const answers = await Promise.all(Array.from({ length: CALLS_PER_MINUTE + 2 }, () => post("ping")));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(2);
  expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
  for (const answer of refused) expect(parseAnswer(Problem, answer).error).toBe("rate_limited");
});

test("deletes events after 30 days, with their deliveries and attempts", async () => {
  const { db, receiver } = server();
  receiver.answer(() => ({ status: 200, body: "" }));
  const { post, deliveries } = await someone("/old");
  const [old, young] = [
    parseAnswer(WebhookDelivery, await post("ping")),
    parseAnswer(WebhookDelivery, await post("ping")),
  ];
  await expect.poll(() => deliveries("?status=delivered")).toHaveLength(2);
  await sql`UPDATE webhook_events SET created_at = now() - interval '30 days 1 minute' WHERE id = ${old.event_id}`.execute(
    db,
  );
  await sql`UPDATE webhook_events SET created_at = now() - interval '29 days 23 hours' WHERE id = ${young.event_id}`.execute(
    db,
  );
  await removeOldEvents(db);
  expect(await deliveries()).toMatchObject([{ id: young.id }]);
  const left = await db
    .selectFrom("webhook_attempts")
    .select("number")
    .where("delivery_id", "=", old.id)
    .execute();
  expect(left).toEqual([]);
});
