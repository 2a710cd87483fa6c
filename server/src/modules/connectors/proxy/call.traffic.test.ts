import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { MAX_TRAFFIC_BYTES } from "../../../platform/outbound/traffic.ts";
import { parseRefusal, useProxy } from "./proxy.fixture.ts";

const proxy = useProxy();

const MB = 1024 * 1024;
const SPENT = "This run reached its limit of 256 MB of network traffic.";

test("answers count toward the run's traffic limit, and no request is sent once the limit is reached", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  // Simulates traffic to other servers, without a connector.
  expect(run.facts.traffic.add(MAX_TRAFFIC_BYTES - 3 * MB)).toBe(true);
  service.answer(() => ({ status: 200, body: "x".repeat(2 * MB) }));
  expect(await call(run, "/connectors/gitlab/user")).toMatchObject({ status: 200, isBroken: false });
  expect(await call(run, "/connectors/gitlab/user")).toMatchObject({ status: 200, isBroken: true });
  expect(run.records.at(-1)).toMatchObject({ outcome: "refused", reason: SPENT });
  const asked = service.requests.length;
  const refused = await call(run, "/connectors/gitlab/user");
  expect(refused.status).toBe(429);
  expect(parseRefusal(refused)).toMatchObject({ error: "too_many_bytes", detail: SPENT });
  expect(service.requests).toHaveLength(asked);
});

test("an endless answer is cut off at the run's traffic limit", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  run.facts.traffic.add(MAX_TRAFFIC_BYTES - 5 * MB);
  const pieces = function* () {
    for (let piece = 0; piece < 31; piece += 1) yield "x".repeat(MB);
  };
  service.answer(() => ({ status: 200, body: Readable.from(pieces()) }));
  const { isBroken, text } = await call(run, "/connectors/gitlab/user");
  expect(isBroken).toBe(true);
  expect(text.length).toBeLessThanOrEqual(5 * MB);
});

test("a request counts toward the traffic limit before it is sent", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  run.facts.traffic.add(MAX_TRAFFIC_BYTES - MB);
  const body = Buffer.alloc(2 * MB);
  const refused = await call(run, "/connectors/gitlab/user", { method: "POST", body });
  expect(refused.status).toBe(429);
  expect(service.requests).toEqual([]);
});
