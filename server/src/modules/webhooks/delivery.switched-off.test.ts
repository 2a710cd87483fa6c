import { expect, test } from "vitest";
import { goingOn, useDeliveries } from "./deliverer.fixture.ts";

const stage = useDeliveries();

const DAY = 86_400;

const listNotices = (accountId: string) =>
  stage()
    .db.selectFrom("notifications")
    .innerJoin("memberships", "memberships.user_id", "notifications.user_id")
    .select(["kind", "facts"])
    .where("account_id", "=", accountId)
    .execute();

test("switches off a webhook whose receiver replies with 410, and notifies the webhook's owner", async () => {
  const { deliverer, endpoint, event, sendDue, later, receiver, delivery, endpointRow } = stage();
  const there = await endpoint("/gone");
  const waiting = await event(there);
  receiver.answer(() => ({ status: 500, body: "" }));
  const node = deliverer();
  await sendDue(node);
  const last = await event(there);
  receiver.answer(() => ({ status: 410, body: "" }));
  await sendDue(node);
  expect(await endpointRow(there.id)).toMatchObject({ is_active: false, disabled_reason: "gone" });
  for (const id of [waiting, last]) expect(await delivery(id)).toMatchObject({ status: "failed" });
  later(10 * DAY);
  expect(await sendDue(node)).toBe(0);
  expect(await listNotices(there.accountId)).toEqual([
    {
      kind: "webhook_disabled",
      facts: {
        webhook_id: there.id,
        host: expect.stringMatching(/^hooks\.example\.com:\d+$/),
        reason: "gone",
      },
    },
  ]);
});

test("switches an endpoint off and notifies its owner once after five days of failures without a success", async () => {
  const { deliverer, endpoint, event, sendDue, later, receiver, endpointRow } = stage();
  const [fails, recovers] = [await endpoint("/fails"), await endpoint("/recovers")];
  const node = deliverer();
  receiver.answer(() => ({ status: 500, body: "" }));
  for (const there of [fails, recovers]) await event(there);
  await sendDue(node);
  later(3 * DAY);
  receiver.answer(({ path }) => ({ status: path === "/recovers" ? 200 : 500, body: "" }));
  await sendDue(node);
  later(2 * DAY - 1);
  receiver.answer(() => ({ status: 500, body: "" }));
  for (const there of [fails, recovers]) await event(there);
  await sendDue(node);
  expect(await endpointRow(fails.id)).toMatchObject({ is_active: true });
  later(3_600);
  await sendDue(node);
  expect(await endpointRow(fails.id)).toMatchObject({ is_active: false, disabled_reason: "failing" });
  expect(await endpointRow(recovers.id)).toMatchObject({ is_active: true, disabled_reason: null });
  expect(await listNotices(fails.accountId)).toMatchObject([{ facts: { reason: "failing" } }]);
  expect(await listNotices(recovers.accountId)).toEqual([]);
});

test("records a delivery as delivered or failed if its endpoint is switched off during the request", async () => {
  const { deliverer, endpoint, event, receiver, delivery, db } = stage();
  const there = await endpoint("/late");
  const [taken, refused] = [await event(there), await event(there)];
  const node = deliverer();
  const claims = await node.take(10);
  receiver.answer(() => ({ status: 410, body: "" }));
  for (const claim of claims.filter(({ claim }) => claim.id === refused))
    await node.deliver(claim, goingOn());
  receiver.answer(() => ({ status: 200, body: "" }));
  for (const claim of claims.filter(({ claim }) => claim.id === taken)) await node.deliver(claim, goingOn());
  expect(await delivery(taken)).toMatchObject({ status: "delivered" });
  expect(await delivery(refused)).toMatchObject({ status: "failed" });
  await db.deleteFrom("webhook_endpoints").where("id", "=", there.id).execute();
});

test("stores nothing for an endpoint that is deleted while a request to it is in progress", async () => {
  const { deliverer, endpoint, event, receiver, db, attempts } = stage();
  const there = await endpoint("/deleted");
  const id = await event(there);
  const node = deliverer();
  receiver.answer(async () => {
    await db.deleteFrom("webhook_endpoints").where("id", "=", there.id).execute();
    return { status: 200, body: "" };
  });
  const [taken] = await node.take(10);
  if (!taken) throw new Error("no delivery was claimed");
  await node.deliver(taken, goingOn());
  expect(await attempts(id)).toEqual([]);
});

test("marks queued events as failed if their endpoint has been switched off", async () => {
  const { deliverer, endpoint, event, receiver, db, delivery, sendDue, attempts } = stage();
  const there = await endpoint("/off");
  await db.updateTable("webhook_endpoints").set({ is_active: false }).where("id", "=", there.id).execute();
  const id = await event(there);
  await sendDue(deliverer());
  expect(receiver.received("/off")).toEqual([]);
  expect(await delivery(id)).toMatchObject({ status: "failed", claimed_until: null });
  expect(await attempts(id)).toEqual([]);
});
