import { totalmem } from "node:os";
import { expect, test } from "vitest";
import { NodeMemory } from "./node-memory.ts";

const MIB = 1024 * 1024;
const kept = Math.min(1024 * MIB, totalmem() / 10);

test("a run starts only if there is enough memory for it and for the server", () => {
  expect(new NodeMemory(() => kept + 128 * MIB).hasRoom()).toBe(true);
  expect(new NodeMemory(() => kept + 127 * MIB).hasRoom()).toBe(false);
});

test("counts runs that have just started as if they already used all their memory", () => {
  const memory = new NodeMemory(() => kept + 3 * 128 * MIB);
  memory.begin();
  memory.begin();
  expect(memory.hasRoom()).toBe(true);
  memory.begin();
  expect(memory.hasRoom()).toBe(false);
});

test("does not count runs that have ended, however many started in the last seconds", () => {
  const memory = new NodeMemory(() => kept + 2 * 128 * MIB);
  for (let run = 0; run < 100; run += 1) {
    expect(memory.hasRoom()).toBe(true);
    memory.begin()();
  }
});
