import { expect, test } from "vitest";
import { CLAIM_SECONDS, IN_FLIGHT_PER_ACCOUNT, IN_FLIGHT_PER_ENDPOINT, OLDEST_LOOKED_AT } from "./bounds.ts";
import { goingOn, useDeliveries } from "./deliverer.fixture.ts";

const stage = useDeliveries();

test("three nodes that claim events at the same time deliver every event exactly once", async () => {
  const { deliverer, endpoint, event, receiver } = stage();
  const paths = Array.from({ length: 12 }, (_, n) => `/of-${n}`);
  const there = await Promise.all(paths.map((path) => endpoint(path)));
  await Promise.all(there.flatMap((one) => [event(one), event(one), event(one)]));
  const nodes = [deliverer(), deliverer(), deliverer()];
  const seen: string[] = [];
  for (;;) {
    const taken = await Promise.all(
      nodes.map(async (node) => (await node.take(7)).map((delivery) => ({ node, delivery }))),
    );
    const all = taken.flat();
    if (all.length === 0) break;
    seen.push(...all.map(({ delivery }) => delivery.claim.id));
    await Promise.all(all.map(({ node, delivery }) => node.deliver(delivery, goingOn())));
  }
  expect(seen).toHaveLength(36);
  expect(new Set(seen).size).toBe(36);
  for (const path of paths) expect(receiver.received(path)).toHaveLength(3);
});

test("resends an event with the same id if its node crashed before it stored the result", async () => {
  const { deliverer, endpoint, event, sendDue, receiver, later, delivery, attempts } = stage();
  const id = await event(await endpoint("/crash"));
  const crashed = deliverer();
  const [taken] = await crashed.take(10);
  if (!taken) throw new Error("no delivery was claimed");
  const other = deliverer();
  later(CLAIM_SECONDS - 1);
  expect(await sendDue(other)).toBe(0);
  later(1);
  expect(await sendDue(other)).toBe(1);
  expect(await delivery(id)).toMatchObject({ status: "delivered", attempts: 2, failures: 0 });

  receiver.answer(() => ({ status: 500, body: "" }));
  await crashed.deliver(taken, goingOn());
  expect(await delivery(id)).toMatchObject({ status: "delivered", attempts: 2, failures: 0 });
  expect((await attempts(id)).map(({ number }) => number)).toEqual([1, 2]);
  const ids = receiver.received("/crash").map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test("releases an event immediately if its node stops while waiting for the receiver", async () => {
  const { deliverer, endpoint, event, sendDue, receiver, delivery } = stage();
  const stopping = new AbortController();
  receiver.answer(() => {
    stopping.abort();
    return new Promise(() => {});
  });
  const id = await event(await endpoint("/slow"));
  const stops = deliverer();
  const [taken] = await stops.take(10);
  if (!taken) throw new Error("no delivery was claimed");
  await stops.deliver(taken, stopping.signal);
  expect(await delivery(id)).toMatchObject({ status: "waiting", failures: 0, claimed_until: null });
  receiver.answer(() => ({ status: 200, body: "" }));
  expect(await sendDue(deliverer())).toBe(1);
  expect(await delivery(id)).toMatchObject({ status: "delivered" });
});

test("limits the active deliveries per endpoint and per account, and prefers accounts with fewer of them", async () => {
  const { deliverer, endpoint, event } = stage();
  const many = await endpoint("/many");
  const second = await endpoint("/second", many.accountId);
  const third = await endpoint("/third", many.accountId);
  for (const there of [many, second, third]) for (let n = 0; n < 10; n += 1) await event(there);
  const small = await endpoint("/small");
  await event(small);
  const node = deliverer();
  const first = await node.take(100);
  const of = (id: string) => first.filter(({ claim }) => claim.endpointId === id).length;
  expect(of(many.id)).toBeLessThanOrEqual(IN_FLIGHT_PER_ENDPOINT);
  expect(of(many.id) + of(second.id) + of(third.id)).toBe(IN_FLIGHT_PER_ACCOUNT);
  expect(of(small.id)).toBe(1);
  expect(await node.take(100)).toEqual([]);

  const late = await endpoint("/late");
  await event(late);
  const done = first.filter(({ claim }) => claim.endpointId !== small.id).slice(0, 2);
  await Promise.all(done.map((one) => node.deliver(one, goingOn())));
  const [next] = await node.take(1);
  expect(next?.claim.endpointId).toBe(late.id);
  expect(await node.take(100)).toHaveLength(2);
});

test("serves other accounts even if a backlog contains all of the oldest events", async () => {
  const { deliverer, endpoint, event, pool, receiver, sendDue } = stage();
  const [backlog, other] = [await endpoint("/backlog"), await endpoint("/other")];
  const first = await event(backlog);
  await pool.query(
    `INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id, next_attempt_at)
     SELECT event_id, endpoint_id, account_id, now() - interval '1 hour'
     FROM webhook_deliveries, generate_series(1, $2) WHERE id = $1`,
    [first, OLDEST_LOOKED_AT],
  );
  await event(other);
  const node = deliverer();
  expect(await sendDue(node)).toBe(IN_FLIGHT_PER_ENDPOINT + 1);
  expect(receiver.received("/other")).toHaveLength(1);
});
