import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "./call.ts";
import { fetchApi } from "./fetch-api.ts";
import { HttpError } from "./http-error.ts";
import { streamNotifications } from "./notification-stream.ts";
import { streamRun } from "./run-stream.ts";
import { BACKGROUND_RUNS_KEY, readToken, startSession } from "./session.ts";

let server: Server;
/** The authorization header of each request. */
let sent: (string | undefined)[];
/** Runs before each response. */
let beforeAnswer: () => void;

beforeEach(async () => {
  sent = [];
  beforeAnswer = () => undefined;
  server = createServer((request, response) => {
    sent.push(request.headers.authorization);
    beforeAnswer();
    response.writeHead(401, { "content-type": "application/problem+json" });
    response.end(JSON.stringify({ error: "unauthorized", detail: "Authentication required." }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init));
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  startSession("first");
});

afterEach(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

const signal = () => new AbortController().signal;

it("ends the stored session and clears its cached data when the server refuses its token", async () => {
  localStorage.setItem(BACKGROUND_RUNS_KEY, JSON.stringify([{ runId: "run_1", agentId: 1, task: "secret" }]));
  await expect(fetchApi("/users/me")).rejects.toBeInstanceOf(HttpError);
  expect(readToken()).toBe(null);
  expect(localStorage.getItem(BACKGROUND_RUNS_KEY)).toBe(null);
});

it("keeps a session that began while the refused call was in flight", async () => {
  beforeAnswer = () => startSession("second");
  await expect(call("account.me")).rejects.toBeInstanceOf(HttpError);
  expect(sent).toEqual(["Bearer first"]);
  expect(readToken()).toBe("second");
});

it("ends the session when a run or its stream is refused", async () => {
  for (const run of [{ request: { agent_id: 1, input_data: {} }, key: "k" }, { runId: "run_1" }]) {
    startSession("first");
    await expect(streamRun(run, signal()).next()).rejects.toBeInstanceOf(HttpError);
    expect(readToken()).toBe(null);
  }
});

it("ends the session when the stream of notifications is refused", async () => {
  expect(await streamNotifications(signal()).next()).toEqual({ done: true, value: undefined });
  expect(readToken()).toBe(null);
});

it("sends public routes no token and keeps the session if they refuse a password", async () => {
  const body = { email: "ada@example.com", password: "wrong one" };
  await expect(call("account.login", { body })).rejects.toBeInstanceOf(HttpError);
  await expect(call("signIn.link", { body: { password: "wrong one" } })).rejects.toBeInstanceOf(HttpError);
  expect(sent).toEqual([undefined, undefined]);
  expect(readToken()).toBe("first");
});

it("sends the token to public routes that use their caller's identity", async () => {
  await expect(call("catalog.list")).rejects.toBeInstanceOf(HttpError);
  expect(sent).toEqual(["Bearer first"]);
});
