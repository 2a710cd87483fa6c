import { expect, test } from "vitest";
import { EventBus } from "../../platform/events/event-bus.ts";
import { UserModeration } from "../accounts/index.ts";
import { someAccount } from "../catalog/catalog.fixture.ts";
import { useDeliveries } from "./deliverer.fixture.ts";

const stage = useDeliveries();

test("holds the events of a suspended account until it is restored", async () => {
  const { db, deliverer, endpoint, event, sendDue, receiver } = stage();
  const { username, accountId } = await someAccount(db);
  const people = new UserModeration(db, new EventBus());
  await event(await endpoint("/suspended", accountId));
  await event(await endpoint("/other"));
  await people.suspend(username, "operator:tester", "Spam");
  const node = deliverer();
  expect(await sendDue(node)).toBe(1);
  expect(receiver.received("/other")).toHaveLength(1);
  expect(receiver.received("/suspended")).toHaveLength(0);
  await people.restore(username, "operator:tester");
  expect(await sendDue(node)).toBe(1);
  expect(receiver.received("/suspended")).toHaveLength(1);
});
