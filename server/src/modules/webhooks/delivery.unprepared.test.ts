import { expect, test } from "vitest";
import { IN_FLIGHT_PER_ENDPOINT, RETRY_WAITS } from "./bounds.ts";
import { useDeliveries } from "./deliverer.fixture.ts";

const stage = useDeliveries();

test("a delivery whose request cannot be prepared does not count as a failure of the endpoint, and the next delivery is sent", async () => {
  const { db, deliverer, endpoint, event, sendDue, receiver, delivery, attempts, endpointRow } = stage();
  const there = await endpoint("/mixed");
  const ids: string[] = [];
  for (let n = 0; n < IN_FLIGHT_PER_ENDPOINT; n += 1) ids.push(await event(there));
  await db
    .updateTable("webhook_events")
    .set({ type: "run.completed", run_id: "run_that_is_not_there" })
    .where("account_id", "=", there.accountId)
    .execute();
  const good = await event(there);
  const node = deliverer();
  expect(await sendDue(node)).toBe(IN_FLIGHT_PER_ENDPOINT);
  for (const id of ids) {
    expect(await delivery(id)).toMatchObject({ status: "waiting", failures: 1, claimed_until: null });
    expect(await attempts(id)).toMatchObject([
      {
        number: 1,
        http_status: null,
        error: "Failed to prepare the request because of an error on this server",
        answer: null,
      },
    ]);
  }
  expect(await sendDue(node)).toBe(1);
  expect(await delivery(good)).toMatchObject({ status: "delivered" });
  expect(receiver.received("/mixed")).toHaveLength(1);
  expect(await endpointRow(there.id)).toMatchObject({ is_active: true, failing_since: null });
});

test("marks an event as failed after the usual number of attempts if its secret cannot be decrypted", async () => {
  const { db, deliverer, endpoint, event, sendDue, later, receiver, delivery, endpointRow } = stage();
  const there = await endpoint("/sealed");
  const id = await event(there);
  await db
    .updateTable("webhook_endpoints")
    .set({ sealed_secret: Buffer.from("not ours") })
    .where("id", "=", there.id)
    .execute();
  const node = deliverer();
  for (const wait of [0, ...RETRY_WAITS]) {
    later(wait);
    expect(await sendDue(node)).toBe(1);
  }
  expect(await delivery(id)).toMatchObject({ status: "failed", attempts: 10 });
  expect(receiver.requests).toEqual([]);
  expect(await endpointRow(there.id)).toMatchObject({ is_active: true, failing_since: null });
});
