import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { encodeFrame } from "@stoa/runtime/gateway-http";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { getNextHop, type NextHop } from "../../platform/outbound/redirect.ts";
import { Traffic } from "../../platform/outbound/traffic.ts";
import { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import { createHttpRoute } from "./http-route.ts";
import { RunRequests } from "./run-requests.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

/** Redirect targets, keyed by URL. Other URLs return 200. */
let redirects: Record<string, string>;
let asked: string[];
let run: WorkflowRun;
let listener: Server;

beforeEach(async () => {
  redirects = {};
  asked = [];
  const outbound: Outbound = {
    request: async (first) => {
      for (let hop: NextHop | undefined = first; hop; ) {
        asked.push(hop.url.href);
        const location: string | undefined = redirects[hop.url.href];
        if (location === undefined) break;
        hop = await getNextHop(hop, { status: 307, location }, first.redirects).catch(({ cause }) => {
          throw cause;
        });
      }
      return { status: 200, headers: {}, body: Readable.from([Buffer.from("fine")]) };
    },
    connect: () => Promise.reject(new Error("these tests open no bare connections")),
    authorities: undefined,
    checkUrl: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
  run = {
    accountId: "acc",
    agentId: 1,
    developerAccountId: "acc",
    hosts: ["api.example.com", "data.example.org:8443"],
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
  listener = createServer((incoming, response) => void route.handle(session, incoming, response));
  await new Promise<void>((resolve) => {
    listener.listen(0, "127.0.0.1", resolve);
  });
});
afterEach(() => void listener.close());

async function ask(url: string, body = ""): Promise<{ status: number; text: string }> {
  const { port } = listener.address() as AddressInfo;
  const head = { method: body === "" ? "GET" : "POST", url, headers: {} };
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", method: "POST", path: "/http" }, (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, text: said }), reject);
    })
      .on("error", reject)
      .end(encodeFrame(head, Buffer.from(body)));
  });
}

const AGREED =
  "is not one of the hosts that this agent declares: api.example.com, data.example.org:8443. The developer can add hosts under meta.stoa.hosts in the workflow file.";

test.each([
  "https://api.example.com/v1",
  "http://API.example.com:80/v1",
  "https://www.api.example.com/",
  "https://data.example.org:8443/",
])("sends a request to a declared host: %s", async (url) => {
  expect((await ask(url)).status).toBe(200);
  expect(asked).toHaveLength(1);
});

test.each([
  ["https://evil.example/?leak=1", "evil.example"],
  ["https://api.example.com.evil.example/", "api.example.com.evil.example"],
  ["https://api.example.com@evil.example/", "evil.example"],
  ["https://api.example.com:8443/", "api.example.com:8443"],
  ["https://data.example.org/", "data.example.org"],
  ["https://sub.api.example.com/", "sub.api.example.com"],
])("returns 403 for a request to an undeclared host and does not send it: %s", async (url, host) => {
  const { status, text: said } = await ask(url);
  expect(status).toBe(403);
  expect(JSON.parse(said)).toEqual({ error: "not_declared", detail: `${host} ${AGREED}` });
  expect(asked).toEqual([]);
});

test("each hop of a redirect must be a declared host", async () => {
  redirects = {
    "https://api.example.com/a": "https://data.example.org:8443/b",
    "https://data.example.org:8443/b": "https://evil.example/c",
  };
  const { status, text: said } = await ask("https://api.example.com/a");
  expect(status).toBe(403);
  expect(JSON.parse(said)).toMatchObject({
    detail: `evil.example, the redirect target of data.example.org:8443, ${AGREED}`,
  });
  expect(asked).toEqual(["https://api.example.com/a", "https://data.example.org:8443/b"]);
});

test("an agent that declares `*` can reach every host, and an agent that declares no hosts can reach none", async () => {
  run.hosts = ["api.example.com", "*"];
  expect((await ask("https://anywhere.example/")).status).toBe(200);
  run.hosts = [];
  const { status, text: said } = await ask("https://api.example.com/");
  expect(status).toBe(403);
  expect(said).toContain("this agent declares: none.");
});

test("a request that is sent again after a redirect counts toward the run's limits again, and so do its bytes", async () => {
  redirects = { "https://api.example.com/a": "https://api.example.com/b" };
  const body = "x".repeat(9 * 1024 * 1024);
  const statuses: number[] = [];
  for (let time = 0; time < 15; time += 1)
    statuses.push((await ask("https://api.example.com/a", body)).status);
  // Each call sends 18 MB: the redirect of the fifteenth call would exceed 256 MB.
  expect(statuses).toEqual([...Array.from({ length: 14 }, () => 200), 429]);
});

test("each hop of a redirect counts toward the run's limit of 1,000 requests", async () => {
  for (let hop = 0; hop < 20; hop += 1)
    redirects[`https://api.example.com/${hop}`] = `https://api.example.com/${hop + 1}`;
  for (let time = 0; time < 47; time += 1) expect((await ask("https://api.example.com/0")).status).toBe(200);
  expect(await ask("https://api.example.com/0")).toMatchObject({
    status: 429,
    text: expect.stringContaining("A run can send 1000 requests") as string,
  });
  expect(asked).toHaveLength(1_000);
});
