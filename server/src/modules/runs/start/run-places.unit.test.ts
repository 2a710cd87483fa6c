import { createSupervisor, type RunSlot } from "@stoa/runtime/supervisor";
import { describe, expect, test } from "vitest";
import { NodeMemory } from "./node-memory.ts";
import type { PlaceRequest } from "./place-shares.ts";
import { RunPlaces } from "./run-places.ts";

const paid = (accountId: string): PlaceRequest => ({ accountId, isUnpaid: false });
const unpaid = (accountId: string): PlaceRequest => ({ accountId, isUnpaid: true });
const PATIENT_MS = 60_000;

function placesOf(capacity: number, hasRoom = () => true) {
  const supervisor = createSupervisor({ runtimes: new Map(), capacity });
  return new RunPlaces({ supervisor, memory: { hasRoom, begin: () => () => undefined } });
}

/** Takes places until none is left. */
function takeAll(places: RunPlaces, request: PlaceRequest): RunSlot[] {
  const slots: RunSlot[] = [];
  for (let slot = places.takeNow(request); slot; slot = places.takeNow(request)) slots.push(slot);
  return slots;
}

describe("the places of a node", () => {
  test("are never all taken by one account, and the reserved ones go to others", () => {
    const places = placesOf(64);
    expect(takeAll(places, paid("greedy"))).toHaveLength(56);
    expect(takeAll(places, paid("modest"))).toHaveLength(4);
    expect(takeAll(places, paid("third"))).toHaveLength(4);
    expect(places.takeNow(paid("late"))).toBeUndefined();
  });

  test("are half reserved from unpaid runs, of which an account may have half", () => {
    const places = placesOf(64);
    expect(takeAll(places, unpaid("first"))).toHaveLength(16);
    expect(takeAll(places, unpaid("second"))).toHaveLength(16);
    expect(places.takeNow(unpaid("third"))).toBeUndefined();
    expect(takeAll(places, paid("customer"))).toHaveLength(24);
  });

  test("of a small node go to the runs that come first", () => {
    const places = placesOf(2);
    expect(takeAll(places, paid("only"))).toHaveLength(2);
  });

  test("are free again with their memory when short runs end, however many there are", () => {
    const supervisor = createSupervisor({ runtimes: new Map(), capacity: 8 });
    const places = new RunPlaces({ supervisor, memory: new NodeMemory(() => 2 * 1024 * 1024 * 1024) });
    for (let run = 0; run < 100; run += 1) {
      const slot = places.takeNow(paid("busy"));
      expect(slot).toBeDefined();
      slot?.release();
    }
  });

  test("are waited for, and accounts take turns", async () => {
    const places = placesOf(1);
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

  test("go to another account while the first one has its share", async () => {
    const places = placesOf(4);
    const [own] = takeAll(places, unpaid("developer"));
    const waits = places.take(unpaid("developer"), PATIENT_MS);
    const other = await places.take(paid("customer"), PATIENT_MS);
    expect(other).toBeDefined();
    own?.release();
    expect(await waits).toBeDefined();
  });

  test("are refused after the patience of a request, and immediately beyond 64 waiting requests", async () => {
    const places = placesOf(1);
    const slot = places.takeNow(paid("a"));
    expect(await places.take(paid("b"), 5)).toBeUndefined();
    const waiting = Array.from({ length: 64 }, () => places.take(paid("b"), PATIENT_MS));
    expect(await places.take(paid("b"), PATIENT_MS)).toBeUndefined();
    slot?.release();
    for (const each of waiting) (await each)?.release();
  });

  test("are given again once there is memory", async () => {
    let hasRoom = false;
    const places = placesOf(8, () => hasRoom);
    const waits = places.take(paid("a"), PATIENT_MS);
    expect(places.takeNow(paid("b"))).toBeUndefined();
    hasRoom = true;
    expect(await waits).toBeDefined();
  });
});
