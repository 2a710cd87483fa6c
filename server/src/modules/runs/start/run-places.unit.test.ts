import { createSupervisor, type RunSlot } from "@stoa/runtime/supervisor";
import { describe, expect, test } from "vitest";
import { NodeMemory } from "./node-memory.ts";
import type { PlaceRequest } from "./place-shares.ts";
import { RunPlaces } from "./run-places.ts";

const paid = (accountId: string): PlaceRequest => ({ accountId, isUnpaid: false });
const unpaid = (accountId: string): PlaceRequest => ({ accountId, isUnpaid: true });
const PATIENT_MS = 60_000;

function createPlaces(capacity: number, hasRoom = () => true) {
  const supervisor = createSupervisor({ runtimes: new Map(), capacity });
  return new RunPlaces({ supervisor, memory: { hasRoom, begin: () => () => undefined } });
}

/** Takes slots until none is available. */
function takeAll(places: RunPlaces, request: PlaceRequest): RunSlot[] {
  const slots: RunSlot[] = [];
  for (let slot = places.takeNow(request); slot; slot = places.takeNow(request)) slots.push(slot);
  return slots;
}

describe("a node with slots", () => {
  test("never gives all slots to one account, and keeps reserved slots for others", () => {
    const places = createPlaces(64);
    expect(takeAll(places, paid("greedy"))).toHaveLength(56);
    expect(takeAll(places, paid("modest"))).toHaveLength(4);
    expect(takeAll(places, paid("third"))).toHaveLength(4);
    expect(places.takeNow(paid("late"))).toBeUndefined();
  });

  test("reserves half of its slots for paid runs, and gives one account at most half of the others for unpaid runs", () => {
    const places = createPlaces(64);
    expect(takeAll(places, unpaid("first"))).toHaveLength(16);
    expect(takeAll(places, unpaid("second"))).toHaveLength(16);
    expect(places.takeNow(unpaid("third"))).toBeUndefined();
    expect(takeAll(places, paid("customer"))).toHaveLength(24);
  });

  test("gives both slots to one account if it has only two slots", () => {
    const places = createPlaces(2);
    expect(takeAll(places, paid("only"))).toHaveLength(2);
  });

  test("frees slots and their memory when short runs end", () => {
    const supervisor = createSupervisor({ runtimes: new Map(), capacity: 8 });
    const places = new RunPlaces({ supervisor, memory: new NodeMemory(() => 2 * 1024 * 1024 * 1024) });
    for (let run = 0; run < 100; run += 1) {
      const slot = places.takeNow(paid("busy"));
      expect(slot).toBeDefined();
      slot?.release();
    }
  });

  test("makes requests wait for a slot, and accounts take turns", async () => {
    const places = createPlaces(1);
    const first = places.takeNow(paid("a"));
    const served: string[] = [];
    const wait = (accountId: string) =>
      places.take(paid(accountId), PATIENT_MS).then((slot) => {
        served.push(accountId);
        slot?.release();
      });
    const all = [wait("a"), wait("a"), wait("a"), wait("b")];
    expect(places.waiting).toBe(4);
    first?.release();
    await Promise.all(all);
    expect(served).toEqual(["a", "b", "a", "a"]);
    expect(places.waiting).toBe(0);
  });

  test("gives a slot to another account if the account that waits has used up its share", async () => {
    const places = createPlaces(4);
    const [own] = takeAll(places, unpaid("developer"));
    const waits = places.take(unpaid("developer"), PATIENT_MS);
    const other = await places.take(paid("customer"), PATIENT_MS);
    expect(other).toBeDefined();
    own?.release();
    expect(await waits).toBeDefined();
  });

  test("refuses a request after its maximum wait, or immediately if 64 requests are waiting", async () => {
    const places = createPlaces(1);
    const slot = places.takeNow(paid("a"));
    expect(await places.take(paid("b"), 5)).toBeUndefined();
    const waiting = Array.from({ length: 64 }, () => places.take(paid("b"), PATIENT_MS));
    expect(await places.take(paid("b"), PATIENT_MS)).toBeUndefined();
    slot?.release();
    for (const each of waiting) (await each)?.release();
  });

  test("assigns a slot to a waiting run as soon as enough memory is available", async () => {
    let hasRoom = false;
    const places = createPlaces(8, () => hasRoom);
    const waits = places.take(paid("a"), PATIENT_MS);
    expect(places.takeNow(paid("b"))).toBeUndefined();
    hasRoom = true;
    expect(await waits).toBeDefined();
  });
});
