import { Receipt } from "@stoa/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { type RegisteredPerson, registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { BINDINGS, call, open, readStream, say } from "./a2a.fixture.ts";

const server = useTestServer({ env: { STOA_RATE_LIMIT_FACTOR: "100" } });

const ECHO = "def run(message):\n    return message\n";
/** Writes its answer in pieces. */
const WRITES = "def run(message):\n    for word in ['one ', 'two ', 'three']:\n        yield word\n";
/** Runs longer than any test if its message is "Wait", so that only a cancellation ends it. */
const WAITS =
  "import time\ndef run(message: str):\n    yield 'waiting'\n    time.sleep(120 if message == 'Wait' else 0)\n";
const TABLE = "def run(city: str, days: int = 1):\n    return {'city': city, 'days': days}\n";
const FAILS =
  "def run(message):\n    if message == 'Fail':\n        raise ValueError('no')\n    return message\n";

let developer: RegisteredPerson;
let caller: RegisteredPerson;
const agents = new Map<string, number>();

beforeAll(async () => {
  developer = await registerPerson(server());
  caller = await registerPerson(server());
  for (const source of [ECHO, WRITES, WAITS, TABLE, FAILS])
    agents.set(source, await developer.upload({}, source));
});

const target = (source: string, key = caller.apiKey) => ({
  server: server(),
  path: `/a2a/agents/${agents.get(source)}`,
  key,
});

describe.each(BINDINGS)("over %s", (binding) => {
  test("a message returns a completed task with the answer, and costs what the receipt says", async () => {
    const { result } = await call(binding, target(ECHO), "SendMessage", say("Hello"));
    expect(result.task).toMatchObject({
      id: expect.stringMatching(/^run_/),
      contextId: expect.stringMatching(/^conv_/),
      status: { state: "TASK_STATE_COMPLETED", timestamp: expect.stringMatching(/Z$/) },
      artifacts: [{ artifactId: "answer", parts: [{ text: "Hello" }] }],
    });
    const run = await server().client.get(`/api/v1/execute/runs/${result.task.id}`, { key: caller.apiKey });
    const { cost, tokens_used, receipt } = Object(run.body);
    expect(cost).toBeGreaterThan(0);
    expect(Receipt.parse(receipt).gross).toBe(cost);
    expect(result.task.metadata).toMatchObject({
      runId: result.task.id,
      cost,
      totalCost: cost,
      tokensUsed: tokens_used,
    });
  });

  test("a task can be polled from its beginning to its end, and is listed", async () => {
    const sent = await call(binding, target(ECHO), "SendMessage", {
      ...say("Later"),
      configuration: { returnImmediately: true },
    });
    const { id } = sent.result.task;
    await expect
      .poll(async () => (await call(binding, target(ECHO), "GetTask", { id })).result.status.state)
      .toBe("TASK_STATE_COMPLETED");
    const listed = await call(binding, target(ECHO), "ListTasks", { pageSize: 1 });
    expect(listed.result).toMatchObject({ tasks: [{ id }], pageSize: 1 });
    expect(listed.result.tasks[0]).not.toHaveProperty("artifacts");
    const whole = await call(binding, target(ECHO), "ListTasks", { pageSize: 1, includeArtifacts: true });
    expect(whole.result.tasks[0].artifacts[0].parts).toEqual([{ text: "Later" }]);
  });

  test("a stream begins with the task, has the answer in pieces, and ends with the final status", async () => {
    const response = await open(binding, target(WRITES), "SendStreamingMessage", say("Count"));
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const events = await readStream(binding, response);
    expect(events[0]).toHaveProperty("task.status.state", "TASK_STATE_WORKING");
    const pieces = events.filter((event) => event.artifactUpdate);
    expect(pieces.map(({ artifactUpdate }) => artifactUpdate.artifact.parts[0].text).join("")).toBe(
      "one two three",
    );
    expect(pieces[0].artifactUpdate.append).toBe(false);
    expect(events.at(-1)).toMatchObject({
      statusUpdate: {
        taskId: events[0].task.id,
        contextId: events[0].task.contextId,
        status: { state: "TASK_STATE_COMPLETED" },
        metadata: { runId: events[0].task.id, cost: expect.any(Number) },
      },
    });
  });

  test("two streams of a task get the same updates, and closing one leaves the other open", async () => {
    const sent = await call(binding, target(WAITS), "SendMessage", {
      ...say("Wait"),
      configuration: { returnImmediately: true },
    });
    const { id } = sent.result.task;
    const isOutput = (event: { artifactUpdate?: unknown }) => event.artifactUpdate !== undefined;
    const [first, second] = [
      await open(binding, target(WAITS), "SubscribeToTask", { id }),
      await open(binding, target(WAITS), "SubscribeToTask", { id }),
    ];
    const begun = await readStream(binding, first, isOutput);
    expect(begun[0]).toMatchObject({ task: { id, status: { state: "TASK_STATE_WORKING" } } });
    const rest = readStream(binding, second);
    const cancelled = await call(binding, target(WAITS), "CancelTask", { id });
    expect(cancelled.result.status.state).toBe("TASK_STATE_CANCELED");
    const events = await rest;
    expect(events.slice(0, begun.length).map((event) => Object.keys(event)[0])).toEqual(
      begun.map((event) => Object.keys(event)[0]),
    );
    expect(events.at(-1)).toHaveProperty("statusUpdate.status.state", "TASK_STATE_CANCELED");
    for (const [operation, reason] of [
      ["CancelTask", "TASK_NOT_CANCELABLE"],
      ["SubscribeToTask", "UNSUPPORTED_OPERATION"],
    ] as const)
      expect((await call(binding, target(WAITS), operation, { id })).error).toMatchObject({ reason });
  });

  test("data parts fill the fields of the agent, and its table is a data part", async () => {
    const message = { messageId: "m", role: "ROLE_USER", parts: [{ data: { city: "Oslo", days: 3 } }] };
    const { result } = await call(binding, target(TABLE), "SendMessage", { message });
    expect(result.task.artifacts[0].parts).toEqual([
      { data: { city: "Oslo", days: 3 }, mediaType: "application/json" },
    ]);
  });

  test("a text goes to the only field that the data leaves out", async () => {
    const parts = [{ text: "Oslo" }, { data: { days: 3 } }];
    const message = { messageId: "m", role: "ROLE_USER", parts };
    const { result } = await call(binding, target(TABLE), "SendMessage", { message });
    expect(result.task.artifacts[0].parts[0].data).toEqual({ city: "Oslo", days: 3 });
  });

  test("a failed run is a failed task with its reason", async () => {
    const { result } = await call(binding, target(FAILS), "SendMessage", say("Fail"));
    expect(result.task).toMatchObject({
      status: {
        state: "TASK_STATE_FAILED",
        message: { role: "ROLE_AGENT", parts: [{ text: expect.any(String) }] },
      },
      metadata: { error: "agent_failed", cost: 0 },
    });
    const failed = await call(binding, target(FAILS), "ListTasks", { status: "TASK_STATE_FAILED" });
    expect(failed.result.tasks.map(({ id }: { id: string }) => id)).toContain(result.task.id);
  });
});

test("a message in the context of a task continues a conversation of the same person", async () => {
  const agent = await (await registerPerson(server())).upload(
    {},
    "def run(message: str, history: list[dict] = []):\n    return [turn['content'] for turn in history]\n",
  );
  agents.set("history", agent);
  const first = await call("JSON-RPC", target("history"), "SendMessage", say("one"));
  const { contextId } = first.result.task;
  const second = await call("HTTP+JSON", target("history"), "SendMessage", say("two", { contextId }));
  expect(second.result.task.contextId).toBe(contextId);
  expect(second.result.task.artifacts[0].parts[0].data).toEqual(["one", "[]"]);
  const third = await call("JSON-RPC", target("history"), "SendMessage", say("three", { contextId }));
  expect(third.result.task.artifacts[0].parts[0].data).toHaveLength(4);
  const listed = await call("JSON-RPC", target("history"), "ListTasks", { contextId });
  expect(listed.result).toMatchObject({ totalSize: 3, nextPageToken: "" });
  const shown = await server().client.get(`/api/v1/conversations/${contextId}/turns`, { key: caller.apiKey });
  expect(Object(shown.body).turns).toHaveLength(3);
});

test("an idempotency key starts one task for a repeated message", async () => {
  const headers = { "idempotency-key": "same" };
  const message = say("Once");
  const [first, again] = [
    await call("JSON-RPC", { ...target(ECHO), headers }, "SendMessage", message),
    await call("HTTP+JSON", { ...target(ECHO), headers }, "SendMessage", message),
  ];
  expect(again.result.task).toEqual(first.result.task);
  const other = await call("JSON-RPC", { ...target(ECHO), headers }, "SendMessage", say("Twice"));
  expect(other.error).toMatchObject({ reason: "IDEMPOTENCY_MISMATCH", domain: "stoa" });
});

test("pages of tasks have every task once, the latest first", async () => {
  const person = await registerPerson(server());
  const mine = target(ECHO, person.apiKey);
  for (const text of ["1", "2", "3"]) await call("JSON-RPC", mine, "SendMessage", say(text));
  const found: { id: string; status: { timestamp: string } }[] = [];
  let pageToken: string | undefined;
  do {
    const { result } = await call("JSON-RPC", mine, "ListTasks", {
      pageSize: 2,
      ...(pageToken && { pageToken }),
    });
    expect(result.totalSize).toBe(3);
    found.push(...result.tasks);
    pageToken = result.nextPageToken;
  } while (pageToken);
  expect(new Set(found.map(({ id }) => id)).size).toBe(3);
  const times = found.map(({ status }) => status.timestamp);
  expect(times).toEqual([...times].sort().reverse());
});
