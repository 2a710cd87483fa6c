import { CreatedKey } from "@stoa/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { type RegisteredPerson, registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { BINDINGS, call, open, readReply, say } from "./a2a.fixture.ts";

const server = useTestServer({ env: { STOA_RATE_LIMIT_FACTOR: "100" } });

const ECHO = "def run(message):\n    return message\n";
const UNKNOWN_ID = 2_000_000_000;
const UNKNOWN_RUN = `run_${"0".repeat(32)}`;

let developer: RegisteredPerson;
let caller: RegisteredPerson;
let stranger: RegisteredPerson;
let agentId: number;
let otherAgentId: number;

beforeAll(async () => {
  [developer, caller, stranger] = [
    await registerPerson(server()),
    await registerPerson(server()),
    await registerPerson(server()),
  ];
  agentId = await developer.upload({}, ECHO);
  otherAgentId = await developer.upload({}, ECHO);
});

const target = (
  options: { key?: string | undefined; agent?: number; headers?: Record<string, string> } = {},
) => ({
  server: server(),
  path: `/a2a/agents/${options.agent ?? agentId}`,
  key: "key" in options ? options.key : caller.apiKey,
  ...(options.headers && { headers: options.headers }),
});

async function createKey(fields: Record<string, unknown>): Promise<string> {
  const made = await server().client.post("/api/v1/users/api-keys", fields, { token: caller.token });
  return parseAnswer(CreatedKey, made).api_key;
}

describe.each(BINDINGS)("over %s", (binding) => {
  const isRpc = binding === "JSON-RPC";

  test("a request without a credential, or with a wrong one, gets a 401", async () => {
    for (const key of [undefined, `${caller.apiKey.slice(0, -4)}AAAA`])
      for (const operation of ["SendMessage", "GetTask"]) {
        const reply = await call(binding, target({ key }), operation, { ...say("Hi"), id: UNKNOWN_RUN });
        expect(reply).toMatchObject({ status: 401, error: { reason: "UNAUTHORIZED", domain: "stoa" } });
        expect(reply.contentType).toContain("application/json");
      }
  });

  test("a key without the scope gets a 403 that names the scope", async () => {
    const reads = await createKey({ name: `${binding} reads`, scopes: ["read"] });
    const runs = await createKey({ name: `${binding} runs`, scopes: ["run"] });
    const sent = await call(binding, target({ key: reads }), "SendMessage", say("Hi"));
    expect(sent).toMatchObject({ status: 403, error: { reason: "INSUFFICIENT_SCOPE" } });
    expect(sent.error?.message).toContain("run");
    const read = await call(binding, target({ key: runs }), "GetTask", { id: UNKNOWN_RUN });
    expect(read).toMatchObject({ status: 403, error: { reason: "INSUFFICIENT_SCOPE" } });
    expect((await call(binding, target({ key: runs }), "SendMessage", say("Hi"))).result).toHaveProperty(
      "task",
    );
    expect((await call(binding, target({ key: reads }), "ListTasks")).result).toHaveProperty("tasks");
  });

  test("an exceeded limit of a key, and a maxCost that is too low, start no run", async () => {
    const limited = await createKey({ name: `${binding} limited`, limit_per_day: 0 });
    const reply = await call(binding, target({ key: limited }), "SendMessage", say("Hi"));
    expect(reply.error).toMatchObject({ reason: "SPENDING_LIMIT_REACHED" });
    expect(reply.status).toBe(isRpc ? 200 : 403);
    const low = await call(binding, target(), "SendMessage", {
      ...say("Hi"),
      metadata: { maxCost: 0.000_001 },
    });
    expect(low.error, JSON.stringify(low)).toBeDefined();
    expect(low.error?.domain).toBe("stoa");
    const enough = await call(binding, target(), "SendMessage", {
      ...say("Hi"),
      metadata: { maxCost: 0.5 },
    });
    expect(enough.result.task.metadata.maxCost).toBe(0.5);
  });

  test("private, paused and deleted agents are unknown to others; suspended ones say so", async () => {
    const { pool } = server();
    const agent = await stranger.upload({}, ECHO);
    const send = async (key: string, id = agent) =>
      (await call(binding, target({ key, agent: id }), "SendMessage", say("Hi"))).error;
    const unknown = await send(caller.apiKey, UNKNOWN_ID);
    expect(unknown).toMatchObject({ reason: "NOT_FOUND", domain: "stoa" });
    await pool.query("UPDATE agents SET visibility = 'private' WHERE id = $1", [agent]);
    expect(await send(caller.apiKey)).toEqual(unknown);
    expect(await send(stranger.apiKey), "its owner may run it").toBeUndefined();
    await pool.query("UPDATE agents SET visibility = 'public', is_active = false WHERE id = $1", [agent]);
    expect(await send(caller.apiKey)).toEqual(unknown);
    await pool.query(
      "UPDATE agents SET is_active = true, suspended_at = now(), suspension_reason = 'spam' WHERE id = $1",
      [agent],
    );
    expect(await send(caller.apiKey)).toMatchObject({ reason: "AGENT_SUSPENDED" });
  });

  test("tasks of others, of other agents and of no run are not found", async () => {
    const { result } = await call(binding, target(), "SendMessage", say("Mine"));
    const { id } = result.task;
    const attempts = [
      [target({ key: stranger.apiKey }), id],
      [target({ agent: otherAgentId }), id],
      [target(), UNKNOWN_RUN],
      [target(), "tck-nonexistent"],
    ] as const;
    for (const [by, taskId] of attempts)
      for (const operation of ["GetTask", "CancelTask", "SubscribeToTask"]) {
        const reply = await call(binding, by, operation, { id: taskId });
        expect(reply.error).toMatchObject({
          code: isRpc ? -32001 : 404,
          reason: "TASK_NOT_FOUND",
          domain: "a2a-protocol.org",
        });
        expect(reply.status).toBe(isRpc ? 200 : 404);
      }
    const listed = await call(binding, target({ key: stranger.apiKey }), "ListTasks");
    expect(listed.result.tasks).not.toContainEqual(expect.objectContaining({ id }));
  });

  test("a message to a task is refused, whichever way the task is named", async () => {
    const { result } = await call(binding, target(), "SendMessage", say("Done"));
    const { id: taskId, contextId } = result.task;
    const refuse = async (more: Record<string, unknown>) =>
      (await call(binding, target(), "SendMessage", say("More", more))).error;
    expect(await refuse({ taskId })).toMatchObject({
      code: isRpc ? -32004 : 400,
      reason: "UNSUPPORTED_OPERATION",
    });
    expect(await refuse({ taskId, contextId: "other" })).toMatchObject({ code: isRpc ? -32602 : 400 });
    expect(await refuse({ taskId: "tck-unknown" })).toMatchObject({ reason: "TASK_NOT_FOUND" });
    expect(await refuse({ contextId: "chosen-by-the-client" })).toMatchObject({ code: isRpc ? -32602 : 400 });
    const other = await call(
      binding,
      target({ key: stranger.apiKey }),
      "SendMessage",
      say("Theirs", { contextId }),
    );
    expect(other.error).toMatchObject({ code: isRpc ? -32602 : 400, reason: "INVALID_REQUEST" });
  });

  test("invalid parameters are named", async () => {
    const attempts: [string, Record<string, unknown>, string][] = [
      ["SendMessage", {}, "message"],
      ["SendMessage", { message: { messageId: "m", role: "ROLE_USER", parts: [] } }, "part"],
      ["SendMessage", { message: { messageId: "", role: "ROLE_USER", parts: [{ text: "x" }] } }, "messageId"],
      ["SendMessage", { message: { messageId: "m", role: "user", parts: [{ text: "x" }] } }, "role"],
      ["SendMessage", { message: { messageId: "m", role: "ROLE_USER", parts: [{ data: [1] }] } }, "data"],
      [
        "SendMessage",
        { message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "x", url: "y" }] } },
        "exactly one",
      ],
      ["SendMessage", { ...say("x"), metadata: { maxCost: -1 } }, "maxCost"],
      ["SendMessage", { ...say("x"), metadata: { max_cost: 1 } }, "called maxCost"],
      ["SendMessage", { ...say("x"), configuration: { historyLength: -1 } }, "historyLength"],
      ["ListTasks", { pageSize: 101 }, "pageSize"],
      ["ListTasks", { contextId: "a\u0000" }, "NUL"],
      ["ListTasks", { status: "running" }, "must be one of: TASK_STATE_SUBMITTED"],
      ["ListTasks", { pageToken: "none" }, "pageToken"],
    ];
    for (const [operation, params, name] of attempts) {
      const reply = await call(binding, target(), operation, params);
      expect(reply.error?.code, `${operation} ${JSON.stringify(params)}`).toBe(isRpc ? -32602 : 400);
      expect(JSON.stringify(reply.error)).toContain(name);
    }
  });

  test("media types that an agent does not take are refused", async () => {
    const parts = [
      { raw: "dGNr", mediaType: "application/x-unsupported" },
      { url: "https://example.com/file.pdf" },
      { text: "x", mediaType: "application/x-unsupported" },
    ];
    for (const part of parts) {
      const message = { messageId: "m", role: "ROLE_USER", parts: [part] };
      const reply = await call(binding, target(), "SendMessage", { message });
      expect(reply.error).toMatchObject({ code: isRpc ? -32005 : 400, reason: "CONTENT_TYPE_NOT_SUPPORTED" });
    }
    const response = await fetch(`${server().url}${target().path}${isRpc ? "" : "/message:send"}`, {
      method: "POST",
      headers: { "content-type": "text/plain", "a2a-version": "1.0", "x-api-key": caller.apiKey },
      body: "{}",
    });
    const reply = readReply(binding, response.status, "", await response.text());
    expect(reply.error).toMatchObject({ code: isRpc ? -32005 : 400 });
  });

  test("versions other than 1.0 are refused; a request without a version is of 0.3", async () => {
    for (const version of ["99.0", "0.3", "", "2", "1"]) {
      const reply = await call(
        binding,
        target({ headers: { "a2a-version": version } }),
        "SendMessage",
        say("x"),
      );
      expect(reply.error, version).toMatchObject({
        code: isRpc ? -32009 : 400,
        reason: "VERSION_NOT_SUPPORTED",
        domain: "a2a-protocol.org",
      });
    }
    const patched = await call(binding, target({ headers: { "a2a-version": "1.0.1" } }), "ListTasks");
    expect(patched.result).toHaveProperty("tasks");
  });

  test("extended cards do not exist", async () => {
    const reply = await call(binding, target(), "GetExtendedAgentCard");
    expect(reply.error).toMatchObject({ code: isRpc ? -32004 : 400, reason: "UNSUPPORTED_OPERATION" });
  });

  test("an error before a stream is no stream", async () => {
    const response = await open(binding, target({ agent: UNKNOWN_ID }), "SendStreamingMessage", say("x"));
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toHaveProperty("error");
  });
});

test("bodies that are no JSON-RPC request get its errors", async () => {
  const send = async (body: string) => {
    const response = await fetch(`${server().url}${target().path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0", "x-api-key": caller.apiKey },
      body,
    });
    return Object(await response.json());
  };
  expect(await send("{")).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32700 } });
  expect(await send("[]")).toMatchObject({ id: null, error: { code: -32600 } });
  expect(await send('{"jsonrpc":"1.0","id":7,"method":"GetTask"}')).toMatchObject({
    id: 7,
    error: { code: -32600 },
  });
  expect(await send('{"jsonrpc":"2.0","id":{},"method":"GetTask"}')).toMatchObject({
    id: null,
    error: { code: -32600 },
  });
  expect(await send('{"jsonrpc":"2.0","id":"a","method":"message/send"}')).toMatchObject({
    id: "a",
    error: { code: -32601, message: expect.stringContaining("SendMessage") },
  });
  expect(await send('{"jsonrpc":"2.0","id":1,"method":"GetTask","params":[]}')).toMatchObject({
    error: { code: -32602 },
  });
  const deep = `${'{"a":'.repeat(100)}1${"}".repeat(100)}`;
  const nested = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":${deep}}}`;
  expect(await send(nested)).toMatchObject({ error: { code: -32602 } });
  const huge = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "SendMessage",
    params: say("x".repeat(300_000)),
  });
  expect(await send(huge)).toMatchObject({ id: null, error: { data: [{ reason: "TOO_LARGE" }] } });
});

test("paths that do not exist get A2A's error as JSON, also in a browser", async () => {
  const attempts = [
    ["GET", "/a2a"],
    ["GET", "/a2a/"],
    ["GET", "/a2a/none.html"],
    ["POST", `${target().path}/message:nothing`],
    ["POST", `${target().path}/tasks/x:nothing`],
    ["PUT", `${target().path}/tasks/x`],
    ["GET", "/a2a/agents/abc/.well-known/agent-card.json"],
    ["GET", "/a2a/agents/9999999999/.well-known/agent-card.json"],
    ["GET", `${target().path}`],
  ] as const;
  for (const [method, path] of attempts) {
    const response = await fetch(server().url + path, {
      method,
      headers: { accept: "text/html", "x-api-key": caller.apiKey, "a2a-version": "1.0" },
    });
    expect(response.headers.get("content-type"), path).toContain("application/json");
    expect(await response.json(), path).toMatchObject({
      error: { code: response.status, message: expect.any(String) },
    });
    expect([404, 405], path).toContain(response.status);
  }
});
