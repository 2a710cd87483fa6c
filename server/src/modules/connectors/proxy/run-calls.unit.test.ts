import { expect, test } from "vitest";
import { Traffic } from "../../../platform/outbound/traffic.ts";
import type { ProxiedRun } from "./proxied-run.ts";
import { MAX_CALLS, MAX_CALLS_AT_ONCE, RunCalls } from "./run-calls.ts";

function someRun(): ProxiedRun {
  const { signal } = new AbortController();
  const nothing = () => undefined;
  return {
    userId: "u",
    agentId: 1,
    agentOwnerAccountId: "a",
    uses: [],
    traffic: new Traffic(),
    signal,
    track: nothing,
    record: nothing,
  };
}

test("a run has a limited number of concurrent calls, counted separately from other runs", () => {
  const calls = new RunCalls();
  const run = someRun();
  const ends = Array.from({ length: MAX_CALLS_AT_ONCE }, () => calls.begin(run));
  expect(() => calls.begin(run)).toThrow(
    expect.objectContaining({ status: 429, code: "too_many_parallel_calls" }),
  );
  calls.begin(someRun());
  ends[0]?.();
  calls.begin(run);
});

test("a run has a limited number of calls in total", () => {
  const calls = new RunCalls();
  const run = someRun();
  for (let made = 0; made < MAX_CALLS; made += 1) calls.begin(run)();
  expect(() => calls.begin(run)).toThrow(expect.objectContaining({ status: 429, code: "too_many_calls" }));
});
