import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Traffic } from "../../platform/outbound/traffic.ts";
import { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import { RunRequests } from "./run-requests.ts";
import { createStorageRoute } from "./storage-route.ts";
import { createValuesInMemory } from "./stored-values.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

let listener: Server;
let url: string;

beforeEach(async () => {
  const run: WorkflowRun = {
    accountId: "acc",
    agentId: 1,
    developerAccountId: "acc",
    hosts: [],
    traffic: new Traffic(),
    signal: new AbortController().signal,
    track: () => undefined,
  };
  const route = createStorageRoute({
    runs: { find: () => run, recordTrialCall: () => undefined },
    requests: new RunRequests(),
    values: createValuesInMemory(),
    memory: new MemoryBudget(),
    log: { error: () => undefined },
  });
  const session = { runId: "run", runToken: "token", trial: false };
  listener = createServer((asked, response) => void route.handle(session, asked, response));
  await new Promise<void>((resolve) => {
    listener.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/storage/static/key`;
});
afterEach(() => {
  listener.closeAllConnections();
  listener.close();
});

const put = (value: number) => fetch(url, { method: "PUT", body: String(value) });

test("a run that stores values in a loop gets 429 after 1,000 values", async () => {
  for (let value = 0; value < 1_000; value += 1) expect((await put(value)).status).toBe(204);
  const refused = await put(1_000);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: "too_many_writes" });
  expect(await (await fetch(url)).text()).toBe("999");
});

test("reading a value counts toward the run's limit of 1,000 requests", async () => {
  await put(7);
  for (let time = 0; time < 1_000; time += 1) expect(await (await fetch(url)).text()).toBe("7");
  const refused = await fetch(url);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({
    error: "too_many_requests",
    detail: "A run can send 1000 requests, and this run reached the limit.",
  });
});
