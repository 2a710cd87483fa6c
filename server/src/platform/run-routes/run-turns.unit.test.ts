import { expect, test } from "vitest";
import { RunTurns } from "./run-turns.ts";

const MB = 1024 * 1024;

const createTurns = () =>
  new RunTurns({
    maxTurns: 1_000,
    maxBytes: 256 * MB,
    turnsText: "store 1000 values",
    bytesText: "write 256 MB",
    code: "too_many_writes",
  });

test("a run's turns are sequential, even after one fails, and do not wait for other runs", async () => {
  const turns = createTurns();
  const run = {};
  const seen: string[] = [];
  let endFirst = () => {};
  const firstMayEnd = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const failing = turns.runInTurn(run, async () => {
    seen.push("first begins");
    await firstMayEnd;
    seen.push("first ends");
    throw new Error("no room");
  });
  const second = turns.runInTurn(run, async () => void seen.push("second"));
  await turns.runInTurn({}, async () => void seen.push("another run's"));
  expect(seen).toEqual(["first begins", "another run's"]);
  endFirst();
  await expect(failing).rejects.toThrow("no room");
  await second;
  expect(seen).toEqual(["first begins", "another run's", "first ends", "second"]);
});

test("a run is refused more turns than its limit", async () => {
  const turns = createTurns();
  const run = {};
  for (let time = 0; time < 1_000; time += 1) await turns.runInTurn(run, async () => undefined);
  await expect(turns.runInTurn(run, async () => undefined)).rejects.toMatchObject({
    status: 429,
    message: "A run can store 1000 values, and this run reached the limit.",
  });
});

test("the bytes that a run writes count toward its limit even if its turns fail", async () => {
  const turns = createTurns();
  const run = {};
  const write = (bytes: number) => turns.runInTurn(run, async (count) => count(bytes));
  await write(200 * MB);
  await expect(write(100 * MB)).rejects.toMatchObject({ status: 429, code: "too_many_writes" });
  await expect(write(1)).rejects.toMatchObject({ status: 429 });
});
