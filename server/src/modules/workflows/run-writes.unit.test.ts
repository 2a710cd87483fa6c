import { expect, test } from "vitest";
import { Traffic } from "../../platform/outbound/traffic.ts";
import { RunWrites } from "./run-writes.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

const newRun = (): WorkflowRun => ({
  accountId: "acc",
  agentId: 1,
  developerAccountId: "acc",
  hosts: ["api.example.com"],
  traffic: new Traffic(),
  signal: new AbortController().signal,
  track: () => undefined,
});

test("a run's writes are sequential, even after one fails, and do not wait for other runs", async () => {
  const writes = new RunWrites();
  const run = newRun();
  const seen: string[] = [];
  let endFirst = () => {};
  const firstMayEnd = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const failing = writes.runInTurn(run, async () => {
    seen.push("first begins");
    await firstMayEnd;
    seen.push("first ends");
    throw new Error("no room");
  });
  const second = writes.runInTurn(run, async () => void seen.push("second"));
  await writes.runInTurn(newRun(), async () => void seen.push("another run's"));
  expect(seen).toEqual(["first begins", "another run's"]);
  endFirst();
  await expect(failing).rejects.toThrow("no room");
  await second;
  expect(seen).toEqual(["first begins", "another run's", "first ends", "second"]);
});

test("a run can write at most 1,000 values", async () => {
  const writes = new RunWrites();
  const run = newRun();
  for (let time = 0; time < 1_000; time += 1) await writes.runInTurn(run, async () => undefined);
  await expect(writes.runInTurn(run, async () => undefined)).rejects.toMatchObject({
    status: 429,
    message: "A run can store 1000 values, and this run reached the limit.",
  });
});

test("the bytes of a run's writes count toward its limit even if the writes fail", async () => {
  const writes = new RunWrites();
  const run = newRun();
  const write = (bytes: number) => writes.runInTurn(run, async (count) => count(bytes));
  await write(200 * 1024 * 1024);
  await expect(write(100 * 1024 * 1024)).rejects.toMatchObject({ status: 429, code: "too_many_writes" });
  await expect(write(1)).rejects.toMatchObject({ status: 429 });
});
