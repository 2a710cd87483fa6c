import { expect, test } from "vitest";
import { Traffic } from "../../platform/outbound/traffic.ts";
import { RunRequests } from "./run-requests.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

const MB = 1024 * 1024;
const newRun = (): WorkflowRun => ({
  accountId: "acc",
  agentId: 1,
  developerAccountId: "acc",
  hosts: ["api.example.com"],
  traffic: new Traffic(),
  signal: new AbortController().signal,
  track: () => undefined,
});

test("one run can use at most half of a node's request memory", () => {
  const requests = new RunRequests();
  const first = requests.begin(newRun());
  first.kept(128 * MB);
  const refused = expect.objectContaining({ status: 429 }) as Error;
  expect(() => first.kept(1)).toThrow(refused);
  requests.begin(newRun()).kept(127 * MB);
});

test("a run can have sixteen requests in flight, counted separately from other runs", () => {
  const requests = new RunRequests();
  const run = newRun();
  const [first] = Array.from({ length: 16 }, () => requests.begin(run));
  expect(() => requests.begin(run)).toThrow(
    "A run can have 16 requests in progress, and this run reached the limit.",
  );
  requests.begin(newRun());
  first?.end();
  requests.begin(run);
});

test("the end of a request frees its memory, and its bytes still count as traffic", () => {
  const requests = new RunRequests();
  const run = newRun();
  for (let time = 0; time < 4; time += 1) {
    const request = requests.begin(run);
    request.kept(64 * MB);
    request.end();
  }
  expect(() => requests.begin(run)).toThrow("This run reached its limit of 256 MB of network traffic.");
});
