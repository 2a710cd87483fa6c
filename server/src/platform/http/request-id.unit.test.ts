import { Problem } from "@stoa/contract";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { createHttpServer } from "./http-server.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** Pino's level number for errors. */
const ERROR = 50;
/** The server's log lines. */
const lines: string[] = [];

async function idFor(given: string, options: { proxies?: TrustedProxies; takesRequestIds?: boolean }) {
  lines.length = 0;
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  app = createHttpServer({ log, ...options });
  app.get("/api/v1/broken", async () => {
    throw new Error("on purpose");
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const answer = await fetch(`${url}/api/v1/broken`, { headers: { "x-request-id": given } });
  const problem = Problem.parse(await answer.json());
  expect(answer.headers.get("x-request-id")).toBe(problem.request_id);
  const failures = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === ERROR);
  expect(failures.map(({ requestId }) => requestId)).toEqual([problem.request_id]);
  return problem.request_id;
}

const GIVEN = "lb-7f3a91c2-0001";

test.each([
  ["one proxy in front", { proxies: 1, takesRequestIds: true }],
  ["a proxy within the ranges", { proxies: ["10.0.0.0/8", "127.0.0.0/8"], takesRequestIds: true }],
])("uses the proxy's request id in the response, the error and the log with %s", async (_, options) => {
  expect(await idFor(GIVEN, options)).toBe(GIVEN);
});

test.each([
  ["the setting for request ids is off", { proxies: 1 }],
  ["the operator declares no proxy", { takesRequestIds: true }],
  ["the request comes from outside the declared ranges", { proxies: ["10.0.0.0/8"], takesRequestIds: true }],
])("the server generates the request id if %s", async (_, options) => {
  expect(await idFor(GIVEN, options)).toMatch(/^req_[0-9a-f]+$/);
});

test.each([["short"], ["x".repeat(129)], ["a name with spaces"], ['"},{"forged":"line']])(
  "ignores the invalid request id %j",
  async (given) => {
    expect(await idFor(given, { proxies: 1, takesRequestIds: true })).toMatch(/^req_/);
  },
);
