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
let base: string;
let url: string;
let run: WorkflowRun;

beforeEach(async () => {
  run = {
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
  base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/storage`;
  url = `${base}/static/key`;
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

test("the run of a website's visitor has only the memory of its own conversation", async () => {
  const write = (key: string, value: string) => fetch(`${base}/${key}`, { method: "PUT", body: value });
  const read = async (key: string) => {
    const answer = await fetch(`${base}/${key}`);
    return answer.status === 200 ? answer.text() : answer.status;
  };
  for (const key of ["memory/chat", "static/key", "table/rows"]) await write(key, '"of the owner"');
  const owner = run;
  run = { ...owner, isOfVisitor: true, conversationId: "conv_1" };
  for (const key of ["memory/chat", "static/key", "table/rows"]) expect(await read(key)).toBe(404);
  for (const key of ["memory/chat", "memory/conv_1", "static/key"]) await write(key, '"of a visitor"');
  expect([await read("memory/chat"), await read("memory/conv_1"), await read("static/key")]).toEqual([
    '"of a visitor"',
    '"of a visitor"',
    404,
  ]);
  run = { ...owner, isOfVisitor: true, conversationId: "conv_2" };
  expect([await read("memory/chat"), await read("memory/conv_2")]).toEqual([404, 404]);
  // Another visitor's conversation is out of reach even for an agent that knows its ID.
  expect(await read("memory/conv_1")).toBe(404);
  run = owner;
  expect(await read("memory/chat")).toBe('"of the owner"');
});
