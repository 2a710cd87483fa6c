import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { AppError } from "../http/app-error.ts";
import {
  defineRunRoute,
  type ReachableRun,
  type RunRouteDefinition,
  serveTrials,
} from "./define-run-route.ts";
import { MemoryBudget } from "./memory-budget.ts";
import { RouteRefusal, toRouteRefusal } from "./route-refusal.ts";

const MB = 1024 * 1024;

let listener: Server | undefined;
afterEach(() => {
  listener?.closeAllConnections();
  listener?.close();
});

interface Setup extends Partial<RunRouteDefinition<ReachableRun>> {
  trial?: boolean;
  servesTrials?: boolean;
}

/** Serves a route and records its effects on the run and the log. */
async function serve({ trial = false, servesTrials = false, ...definition }: Setup) {
  const ended = new AbortController();
  const tracked: Promise<void>[] = [];
  const trials: string[] = [];
  const logged: object[] = [];
  const run: ReachableRun = { signal: ended.signal, track: (call) => void tracked.push(call) };
  const defined = defineRunRoute<ReachableRun>({
    path: "/things",
    runs: { find: () => run, recordTrialCall: (runId) => void trials.push(runId) },
    noRun: new RouteRefusal("This run has ended.", { status: 403, code: "run_ended" }),
    inTrial: new RouteRefusal("Not in a trial run.", { status: 503, code: "trial_run" }),
    maxBody: MB,
    memory: new MemoryBudget(),
    log: { error: (fields) => void logged.push(fields) },
    handle: async ({ response, readBody }) => void response.end((await readBody()).toString()),
    ...definition,
  });
  const route = servesTrials ? serveTrials(defined) : defined;
  const session = { runId: "run_1", runToken: "rt", trial };
  listener = createServer((incoming, response) => void route.handle(session, incoming, response));
  await new Promise<void>((resolve) => listener?.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  return { port, ended, tracked, trials, logged };
}

function send(port: number, body: string | Buffer = "", headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: object; body: string }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method: "POST", path: "/things/1", headers }, (reply) => {
      text(reply).then(
        (whole) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: whole }),
        reject,
      );
    });
    sent.on("error", reject).end(body);
  });
}

describe("a run route", () => {
  test("passes the body to its handler, and the run tracks the request", async () => {
    const { port, tracked } = await serve({});
    expect(await send(port, "hello")).toMatchObject({ status: 200, body: "hello" });
    expect(tracked).toHaveLength(1);
  });

  test("refuses a run that is not found", async () => {
    const runs = { find: () => undefined, recordTrialCall: () => undefined };
    const { port } = await serve({ runs });
    const reply = await send(port);
    expect(reply).toMatchObject({ status: 403, headers: { "x-stoa-error": "run_ended" } });
    expect(JSON.parse(reply.body)).toEqual({ error: "run_ended", detail: "This run has ended." });
  });

  test("refuses a trial run and records its attempt to reach outside", async () => {
    const { port, trials, tracked } = await serve({ trial: true });
    expect(await send(port)).toMatchObject({ status: 503 });
    expect([trials, tracked]).toEqual([["run_1"], []]);
  });

  test("can reply to a trial run itself, which does not count as an attempt to reach outside", async () => {
    const inTrial: Setup["inTrial"] = ({ response, path }) => {
      response.end(path);
      return undefined;
    };
    const { port, trials } = await serve({ trial: true, inTrial });
    expect(await send(port)).toMatchObject({ status: 200, body: "/things/1" });
    expect(trials).toEqual([]);
  });

  test("serves trial runs like other runs if it is configured to", async () => {
    const { port } = await serve({ trial: true, servesTrials: true });
    expect(await send(port, "x")).toMatchObject({ status: 200, body: "x" });
  });

  test("returns 500 without the cause and logs the cause", async () => {
    const cause = new Error("secret detail");
    const { port, logged } = await serve({ handle: () => Promise.reject(cause) });
    const reply = await send(port);
    expect(reply.status).toBe(500);
    expect(reply.body).not.toContain("secret");
    expect(logged).toMatchObject([{ err: cause, runId: "run_1", path: "/things" }]);
  });

  test("does not log the errors of a run that has ended", async () => {
    const { port, ended, logged } = await serve({
      handle: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("aborted")));
          ended.abort();
        }),
    });
    expect((await send(port)).status).toBe(500);
    expect(logged).toEqual([]);
  });
});

describe("a request body", () => {
  test("is refused with 413 if it is larger than the route accepts, after the client has sent it", async () => {
    const { port } = await serve({});
    const reply = await send(port, Buffer.alloc(3 * MB));
    expect(JSON.parse(reply.body)).toEqual({
      error: "too_large",
      detail: "The request body must not exceed 1 MB.",
    });
    expect(reply.status).toBe(413);
  });

  test("is refused with 413 before it is sent if its Content-Length is far too large", async () => {
    const { port } = await serve({});
    const reply = await new Promise<number | undefined>((resolve) => {
      request({ port, method: "POST", headers: { "content-length": String(100 * MB) } }, (answer) => {
        resolve(answer.statusCode);
      })
        .on("error", () => undefined)
        .flushHeaders();
    });
    expect(reply).toBe(413);
  });

  test("is refused with 415 if it is compressed", async () => {
    const { port } = await serve({});
    expect(await send(port, "x", { "content-encoding": "gzip" })).toMatchObject({ status: 415 });
  });

  test("is refused with 503 while the node's routes together use too much memory, until a request ends", async () => {
    const memory = new MemoryBudget(MB);
    const { port } = await serve({ memory });
    const other = memory.share();
    other.hold(MB);
    expect(await send(port, "x")).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    other.release();
    expect(await send(port, "x")).toMatchObject({ status: 200 });
    expect(await send(port, Buffer.alloc(MB))).toMatchObject({ status: 200 });
    expect(await send(port, Buffer.alloc(MB))).toMatchObject({ status: 200 });
  });
});

test("an AppError becomes a refusal with its code, fields and headers", () => {
  const error = new AppError(503, "at_capacity", "Full.", {
    errors: [{ field: "a", message: "b" }],
    headers: { "retry-after": "4", allow: "POST" },
  });
  expect(toRouteRefusal(error)).toMatchObject({
    status: 503,
    code: "at_capacity",
    message: "Full.",
    retryAfterSeconds: 4,
    headers: { allow: "POST" },
    details: { errors: [{ field: "a", message: "b" }] },
  });
});
