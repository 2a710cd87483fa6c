import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { decodeFrame, encodeFrame } from "@stoa/runtime/gateway-http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Outbound, OutboundError } from "../../platform/outbound/outbound.ts";
import { Traffic } from "../../platform/outbound/traffic.ts";
import { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import { createHttpRoute } from "./http-route.ts";
import { RunRequests } from "./run-requests.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

const MB = 1024 * 1024;
const PIECE = Buffer.alloc(MB, "x");

/** Yields chunks of 1 MB, and then ends or fails with the error. */
const body = (chunks: number, error?: OutboundError) =>
  Readable.from(
    (function* () {
      for (let chunk = 0; chunk < chunks; chunk += 1) yield PIECE;
      if (error) throw error;
    })(),
    { objectMode: false },
  );

let answer: () => Readable;
let given: Readable[];
let listener: Server;

beforeEach(async () => {
  given = [];
  const outbound: Outbound = {
    request: async () => {
      const stream = answer();
      given.push(stream);
      return { status: 200, headers: { "x-a": "b" }, body: stream };
    },
    connect: () => Promise.reject(new Error("these tests open no bare connections")),
    authorities: undefined,
    checkUrl: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
  const run: WorkflowRun = {
    accountId: "acc",
    agentId: 1,
    developerAccountId: "acc",
    hosts: ["api.example.com"],
    traffic: new Traffic(),
    signal: new AbortController().signal,
    track: () => undefined,
  };
  const runs = { find: () => run, recordTrialCall: () => undefined };
  const route = createHttpRoute({
    runs,
    requests: new RunRequests(),
    outbound,
    memory: new MemoryBudget(),
    log: { error: () => undefined },
  });
  const session = { runId: "run", runToken: "token", trial: false };
  listener = createServer((asked, response) => void route.handle(session, asked, response));
  await new Promise<void>((resolve) => {
    listener.listen(0, "127.0.0.1", resolve);
  });
});
afterEach(() => void listener.close());

/** Returns the listener's response; `bytes` is undefined if it was cut off. */
async function asked(streams: boolean): Promise<{ status: number; bytes: Buffer | undefined }> {
  const { port } = listener.address() as AddressInfo;
  const head = { method: "GET", url: "http://api.example.com/", headers: {}, streams };
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", method: "POST", path: "/http" }, (response) => {
      buffer(response)
        .catch(() => undefined)
        .then((bytes) => resolve({ status: response.statusCode ?? 0, bytes }), reject);
    })
      .on("error", reject)
      .end(encodeFrame(head, new Uint8Array()));
  });
}

const parseProblem = ({ bytes }: { bytes: Buffer | undefined }) =>
  JSON.parse(String(bytes)) as { error: string; detail: string };

test.each([false, true])(
  "a server's answer reaches the run with its status, headers and body, with streaming set to %s",
  async (streams) => {
    answer = () => body(3);
    const { status, bytes } = await asked(streams);
    const parts = decodeFrame(bytes ?? Buffer.alloc(0));
    expect(status).toBe(200);
    expect(parts?.head).toMatchObject({ status: 200, statusText: "OK", headers: { "x-a": "b" } });
    expect(parts?.body.equals(Buffer.concat([PIECE, PIECE, PIECE]))).toBe(true);
  },
);

test("bytes of incomplete answers count toward the run's limit, and requests beyond it get 429", async () => {
  answer = () => body(31, new OutboundError("bad_answer", "The server closed the connection"));
  for (let time = 0; time < 8; time += 1) expect((await asked(false)).status).toBe(502);
  const refused = await asked(false);
  expect(refused.status).toBe(429);
  expect(parseProblem(refused)).toEqual({
    error: "too_many_requests",
    detail: "This run reached its limit of 256 MB of network traffic.",
  });
  expect(given).toHaveLength(9);
});

test("answers that exceed the size limit return 413 and count toward the run's traffic limit", async () => {
  answer = () => body(40);
  const statuses: number[] = [];
  for (let time = 0; time < 8; time += 1) statuses.push((await asked(false)).status);
  expect(statuses).toEqual([413, 413, 413, 413, 413, 413, 413, 429]);
});

test("a streamed answer is cut off when the run reaches its traffic limit", async () => {
  answer = () => body(300);
  expect((await asked(true)).bytes).toBeUndefined();
  expect(given[0]?.destroyed).toBe(true);
  expect((await asked(true)).status).toBe(429);
  expect(given).toHaveLength(1);
});
