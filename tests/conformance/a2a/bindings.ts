import { expect } from "vitest";
import { say } from "../../../server/src/modules/a2a/a2a.fixture.ts";
import { expectError } from "./errors.ts";
import { must, notChecked, type Requirement, should } from "./requirement.ts";
import { type Subject, UNKNOWN_TASK } from "./subject.ts";

const withVersion = (subject: Subject, version: string) =>
  subject.call("ListTasks", {}, { headers: { "a2a-version": version } });

const OF_CLIENTS = "It binds clients. The official ones are tested in server/src/modules/a2a.";

export const VERSIONS: readonly Requirement[] = [
  notChecked("MUST", "VER-CLIENT-001", "clients send A2A-Version with each request", OF_CLIENTS),
  must("VER-CLIENT-002", "the patch number of a version does not matter", async (subject) => {
    expect((await withVersion(subject, "1.0.7")).result).toHaveProperty("tasks");
  }),
  must("VER-SERVER-001", "a request is understood as its version says", async (subject) => {
    expect((await withVersion(subject, "1.0")).result).toHaveProperty("tasks");
  }),
  must("VER-SERVER-002", "an unsupported version is refused", async (subject) => {
    for (const version of ["0.3", "1.1", "99.0"])
      expectError(subject, await withVersion(subject, version), "VERSION_NOT_SUPPORTED");
  }),
  must("VER-SERVER-003", "an empty version means 0.3", async (subject) => {
    const reply = await withVersion(subject, "");
    expectError(subject, reply, "VERSION_NOT_SUPPORTED");
    expect(reply.error?.message).toContain("0.3");
  }),
];

const URLS_OF_HTTP: readonly [string, Record<string, unknown>][] = [
  ["SendMessage", say("Hi")],
  ["GetTask", { id: UNKNOWN_TASK }],
  ["ListTasks", {}],
  ["CancelTask", { id: UNKNOWN_TASK }],
  ["SubscribeToTask", { id: UNKNOWN_TASK }],
  ["GetTaskPushNotificationConfig", { taskId: UNKNOWN_TASK, id: "one" }],
  ["ListTaskPushNotificationConfigs", { taskId: UNKNOWN_TASK }],
  ["DeleteTaskPushNotificationConfig", { taskId: UNKNOWN_TASK, id: "one" }],
  ["CreateTaskPushNotificationConfig", { taskId: UNKNOWN_TASK, url: "https://example.com/" }],
  ["GetExtendedAgentCard", {}],
];

/** Checks that every operation is known: A2A's own error says so, where an unknown path has the store's. */
async function expectOperations(subject: Subject): Promise<void> {
  for (const [operation, params] of URLS_OF_HTTP) {
    const reply = await subject.call(operation, params);
    if (reply.error) expect(reply.error.domain, operation).toBe("a2a-protocol.org");
  }
}

export const HTTP_JSON: readonly Requirement[] = [
  must("HTTP_JSON-URL-001", "each operation has its path", expectOperations),
  must("HTTP_JSON-URL-002", "each operation has its HTTP method", async (subject) => {
    await expectOperations(subject);
    const { server, agents, caller } = subject.world;
    const wrong = await fetch(`${server.url}/a2a/agents/${agents.echo}/message:send`, {
      headers: { "a2a-version": "1.0", "x-api-key": caller.apiKey },
    });
    expect(wrong.status).toBe(404);
  }),
  should("HTTP_JSON-SVC-001", "bodies are application/a2a+json", async (subject) => {
    const response = await subject.open("ListTasks");
    expect(response.headers.get("content-type")).toContain("application/a2a+json");
    await response.body?.cancel();
  }),
  must("HTTP_JSON-SVC-002", "service parameters are headers", async (subject) => {
    expectError(subject, await withVersion(subject, "0.3"), "VERSION_NOT_SUPPORTED");
  }),
  must("HTTP_JSON-QP-001", "the names of query parameters are in camel case", async (subject) => {
    const { result } = await subject.call("ListTasks", { pageSize: 1 });
    expect(result.pageSize).toBe(1);
  }),
  must("HTTP_JSON-ERR-001", "errors have the form of AIP-193", async (subject) => {
    const response = await subject.open("GetTask", { id: UNKNOWN_TASK });
    expect(await response.json()).toEqual({
      error: {
        code: response.status,
        status: "NOT_FOUND",
        message: expect.stringMatching(/./),
        details: expect.any(Array),
      },
    });
  }),
  must("HTTP_JSON-ERR-002", "errors of A2A contain ErrorInfo", async (subject) => {
    const response = await subject.open("GetTask", { id: UNKNOWN_TASK });
    expect(Object(await response.json()).error.details).toContainEqual(
      expect.objectContaining({
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "TASK_NOT_FOUND",
        domain: "a2a-protocol.org",
      }),
    );
  }),
  must("HTTP_JSON-STATUS-001", "each error of A2A has its HTTP status", async (subject) => {
    const { id } = await subject.completed();
    expectError(subject, await subject.call("GetTask", { id: UNKNOWN_TASK }), "TASK_NOT_FOUND");
    expectError(subject, await subject.call("CancelTask", { id }), "TASK_NOT_CANCELABLE");
    expectError(subject, await subject.call("SubscribeToTask", { id }), "UNSUPPORTED_OPERATION");
  }),
  must("HTTP_JSON-SSE-001", "streams are server-sent events with StreamResponse objects", async (subject) => {
    const [first] = await subject.stream("SendStreamingMessage", say("Hi"));
    expect(Object.keys(first)).toEqual(["task"]);
  }),
];

/** Sends a body to the JSON-RPC URL of an agent. */
async function post({ world }: Subject, body: object, headers: Record<string, string> = {}) {
  const { server, agents, caller } = world;
  const response = await fetch(`${server.url}/a2a/agents/${agents.echo}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "a2a-version": "1.0",
      "x-api-key": caller.apiKey,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { response, body: Object(await response.json()) };
}

export const JSON_RPC: readonly Requirement[] = [
  must("JSONRPC-FMT-001", "requests and replies have the form of JSON-RPC 2.0", async (subject) => {
    const reply = await post(subject, { jsonrpc: "2.0", id: "abc", method: "ListTasks", params: {} });
    expect(reply.body).toMatchObject({ jsonrpc: "2.0", id: "abc", result: expect.any(Object) });
    const old = await post(subject, { jsonrpc: "1.0", id: 1, method: "ListTasks" });
    expect(old.body).toMatchObject({ id: 1, error: { code: -32600 } });
  }),
  must("JSONRPC-FMT-002", "bodies are application/json", async (subject) => {
    const { response } = await post(subject, { jsonrpc: "2.0", id: 1, method: "ListTasks" });
    expect(response.headers.get("content-type")).toContain("application/json");
  }),
  must("JSONRPC-SVC-001", "methods have the names of the operations", async (subject) => {
    await expectOperations(subject);
    const { body } = await post(subject, { jsonrpc: "2.0", id: 1, method: "message/send" });
    expect(body.error.code).toBe(-32601);
  }),
  must("JSONRPC-SVC-002", "service parameters are headers", async (subject) => {
    const { body } = await post(
      subject,
      { jsonrpc: "2.0", id: 1, method: "ListTasks" },
      { "a2a-version": "0.3" },
    );
    expect(body.error.code).toBe(-32009);
  }),
  must("JSONRPC-ERR-001", "errors have a code, a message and data", async (subject) => {
    const { body } = await post(subject, {
      jsonrpc: "2.0",
      id: 1,
      method: "GetTask",
      params: { id: "none" },
    });
    expect(body).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: expect.any(Number), message: expect.stringMatching(/./), data: expect.any(Array) },
    });
  }),
  must("JSONRPC-ERR-002", "the codes of A2A's errors are from -32099 to -32001", async (subject) => {
    for (const [operation, params] of URLS_OF_HTTP) {
      const { error } = await subject.call(operation, params);
      if (!error) continue;
      expect(error.code).toBeGreaterThanOrEqual(-32099);
      expect(error.code).toBeLessThanOrEqual(-32001);
    }
  }),
  must("JSONRPC-ERR-003", "errors of A2A contain ErrorInfo", async (subject) => {
    const { body } = await post(subject, {
      jsonrpc: "2.0",
      id: 1,
      method: "GetTask",
      params: { id: "none" },
    });
    expect(body.error.data).toContainEqual(
      expect.objectContaining({
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "TASK_NOT_FOUND",
        domain: "a2a-protocol.org",
      }),
    );
  }),
  must("JSONRPC-SSE-001", "streams are server-sent events with JSON-RPC responses", async (subject) => {
    const response = await subject.open("SendStreamingMessage", say("Hi"));
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const first = /^data: (.*)$/m.exec(await response.text())?.[1] ?? "";
    expect(JSON.parse(first)).toMatchObject({ jsonrpc: "2.0", id: 1, result: { task: expect.any(Object) } });
  }),
  must("JSONRPC-SSE-002", "each error of A2A has its code", async (subject) => {
    const { id } = await subject.completed();
    expectError(subject, await subject.call("GetTask", { id: UNKNOWN_TASK }), "TASK_NOT_FOUND");
    expectError(subject, await subject.call("CancelTask", { id }), "TASK_NOT_CANCELABLE");
    expectError(subject, await subject.call("SubscribeToTask", { id }), "UNSUPPORTED_OPERATION");
  }),
];

export const EQUIVALENCE: readonly Requirement[] = [
  must("BIND-EQUIV-001", "both bindings have all operations", expectOperations),
  must("BIND-EQUIV-002", "both bindings have the same results", async (subject) => {
    const task = await subject.completed();
    const { caller, server, agents } = subject.world;
    const headers = { "a2a-version": "1.0", "x-api-key": caller.apiKey };
    const http = await fetch(`${server.url}/a2a/agents/${agents.echo}/tasks/${task.id}`, { headers });
    expect(await http.json()).toEqual(task);
    const rpc = await post(subject, { jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: task.id } });
    expect(rpc.body.result).toEqual(task);
  }),
  must("BIND-EQUIV-003", "both bindings have the same errors", async (subject) => {
    expectError(subject, await subject.call("GetTask", { id: UNKNOWN_TASK }), "TASK_NOT_FOUND");
  }),
  must("BIND-EQUIV-004", "both bindings accept the credentials that the card names", async (subject) => {
    const bearer = { authorization: `Bearer ${subject.world.caller.apiKey}` };
    const reply = await subject.call("ListTasks", {}, { as: "nobody", headers: bearer });
    expect(reply.result).toHaveProperty("tasks");
    expect((await subject.call("ListTasks")).result).toHaveProperty("tasks");
  }),
  must("BIND-FIELD-001", "the card names both bindings", async (subject) => {
    const { card } = await subject.card();
    const bindings = card.supportedInterfaces.map(
      ({ protocolBinding }: { protocolBinding: string }) => protocolBinding,
    );
    expect(bindings).toEqual(["JSONRPC", "HTTP+JSON"]);
  }),
];
