import { expect, test } from "vitest";
import { useDeliveries } from "./deliverer.fixture.ts";
import { verified } from "./webhooks.fixture.ts";

const stage = useDeliveries();

const WAITS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

test("retries a failed event after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h with the same id", async () => {
  const { deliverer, endpoint, event, sendDue, later, receiver, delivery, attempts } = stage();
  receiver.answer(() => ({ status: 500, body: "broken" }));
  const one = deliverer();
  const there = await endpoint("/broken");
  const id = await event(there);
  expect(await sendDue(one)).toBe(1);
  for (const [index, wait] of WAITS.entries()) {
    expect(await delivery(id)).toMatchObject({ status: "waiting", attempts: index + 1, failures: index + 1 });
    later(wait - 1);
    expect(await sendDue(one)).toBe(0);
    later(1);
    expect(await sendDue(one)).toBe(1);
  }
  expect(await delivery(id)).toMatchObject({ status: "failed", attempts: 10, next_attempt_at: null });
  later(1_000_000);
  expect(await sendDue(one)).toBe(0);

  const calls = receiver.received("/broken");
  expect(new Set(calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
  expect(new Set(calls.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
  expect(await attempts(id)).toHaveLength(10);
  expect((await attempts(id))[0]).toMatchObject({
    number: 1,
    http_status: 500,
    error: null,
    answer: "broken",
  });
});

test("delivers an event at the second attempt and resets the endpoint's failures", async () => {
  const { deliverer, endpoint, event, sendDue, later, receiver, delivery, endpointRow } = stage();
  let calls = 0;
  receiver.answer(() => ({ status: calls++ === 0 ? 503 : 200, body: "taken" }));
  const one = deliverer();
  const there = await endpoint("/twice");
  const id = await event(there);
  await sendDue(one);
  expect((await endpointRow(there.id)).failing_since).not.toBeNull();
  later(5);
  await sendDue(one);
  expect(await delivery(id)).toMatchObject({ status: "delivered", attempts: 2, failures: 1 });
  expect((await endpointRow(there.id)).failing_since).toBeNull();
});

test.each([
  ["120", 120],
  ["1", 5],
  ["999999999", 86_400],
  ["soon", 5],
])("a Retry-After of %s delays the next attempt by %i s", async (header, seconds) => {
  const { deliverer, endpoint, event, sendDue, receiver, delivery, clock } = stage();
  receiver.answer(() => ({ status: 429, headers: { "retry-after": header }, body: "" }));
  const id = await event(await endpoint("/busy"));
  await sendDue(deliverer());
  const { next_attempt_at } = await delivery(id);
  expect(next_attempt_at?.getTime()).toBe(clock.at.getTime() + seconds * 1_000);
});

test("stores the first KiB of the response, whatever its length and content", async () => {
  const { deliverer, endpoint, event, sendDue, receiver, attempts, delivery } = stage();
  receiver.answer(() => ({
    status: 200,
    headers: { "content-length": String(3_000_000) },
    body: `a\u0000b${"é".repeat(1_499_999)}`.slice(0, 3_000_000),
  }));
  const id = await event(await endpoint("/talkative"));
  await sendDue(deliverer());
  expect(await delivery(id)).toMatchObject({ status: "delivered" });
  const [attempt] = await attempts(id);
  expect(attempt?.answer).toMatch(/^abé+.?$/u);
  expect(Buffer.byteLength(attempt?.answer ?? "")).toBeLessThanOrEqual(1_030);
});

test("does not follow a redirect", async () => {
  const { deliverer, endpoint, event, sendDue, receiver, attempts, delivery } = stage();
  receiver.answer(() => ({ status: 307, headers: { location: receiver.url("/elsewhere") }, body: "" }));
  const id = await event(await endpoint("/moved"));
  await sendDue(deliverer());
  expect(receiver.received("/elsewhere")).toEqual([]);
  expect(await delivery(id)).toMatchObject({ status: "waiting", failures: 1 });
  expect((await attempts(id))[0]).toMatchObject({
    http_status: null,
    error: expect.stringContaining("redirected"),
  });
});

test("signs a request with its endpoint's secret and the time of the attempt", async () => {
  const { deliverer, endpoint, event, sendDue, receiver, clock } = stage();
  const there = await endpoint("/signed");
  await event(there);
  await sendDue(deliverer());
  const [request] = receiver.received("/signed");
  if (!request) throw new Error("no request arrived");
  expect(verified(there.secret, request)).toMatchObject({ type: "ping", data: { webhook_id: there.id } });
  expect(request.headers["webhook-timestamp"]).toBe(String(Math.floor(clock.at.getTime() / 1_000)));
  const other = await endpoint("/other");
  expect(() => verified(other.secret, request)).toThrow("No matching signature");
  expect(() => verified(there.secret, { ...request, body: `${request.body} ` })).toThrow(
    "No matching signature",
  );
});
