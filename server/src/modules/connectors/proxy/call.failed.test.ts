import { expect, test } from "vitest";
import { parseRefusal, useProxy } from "./proxy.fixture.ts";

const proxy = useProxy({ headMs: 400, idleMs: 400, maxBytes: 1_000_000 });
const never = () => new Promise<never>(() => undefined);

test("returns 504 with a message if the service does not answer, and counts the call toward the quota", async () => {
  const { startRun, call, service, countUsage } = proxy();
  const run = await startRun();
  service.answer(never);
  const answer = await call(run, "/connectors/gitlab/user");
  expect(answer.status).toBe(504);
  expect(parseRefusal(answer)).toEqual({
    error: "service_timeout",
    detail: expect.stringMatching(/^GitLab did not respond/),
  });
  expect(run.records).toMatchObject([
    { outcome: "failed", status: null, reason: expect.stringContaining("GitLab") },
  ]);
  expect(await countUsage(run)).toBe(1);
});

test("returns 502 for an answer that is too large or compressed", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  service.answer(() => ({ status: 200, body: "x", headers: { "content-length": "1000001" } }));
  const large = await call(run, "/connectors/gitlab/user");
  expect([large.status, parseRefusal(large).error]).toEqual([502, "answer_too_large"]);
  service.answer(() => ({ status: 200, body: "x", headers: { "content-encoding": "gzip" } }));
  const packed = await call(run, "/connectors/gitlab/user");
  expect([packed.status, parseRefusal(packed).error]).toEqual([502, "service_unreachable"]);
});

test("if a service's answer is incomplete, the answer to the agent is cut off too, and the trace shows a failed call", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  service.answer(() => ({ status: 200, body: "half", headers: { "content-length": "100" } }));
  const answer = await call(run, "/connectors/gitlab/user");
  expect(answer).toMatchObject({ status: 200, text: "half", isBroken: true });
  await expect.poll(() => run.records).toMatchObject([{ outcome: "failed", status: 200 }]);
});

test("the end of a run aborts its calls", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  const arrived = new Promise<void>((resolve) => {
    service.answer(() => {
      resolve();
      return never();
    });
  });
  const answer = call(run, "/connectors/gitlab/user");
  await arrived;
  run.end();
  expect((await answer).status).toBe(502);
  expect(run.records).toMatchObject([{ outcome: "failed", reason: expect.stringContaining("canceled") }]);
});

test("a call ends when the agent disconnects, and no internal error is logged", async () => {
  const { startRun, call, raw, service, proxyLog } = proxy();
  const run = await startRun();
  service.answer(never);
  await expect(call(run, "/connectors/gitlab/user", { leaveAfterMs: 200 })).rejects.toThrow("left");
  await expect.poll(() => run.records).toMatchObject([{ outcome: "failed" }]);
  const half = `POST /connectors/gitlab/user HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${run.session.runToken}\r\nContent-Length: 100\r\n\r\nhalf`;
  await raw(run, half, 200);
  await expect.poll(() => run.records).toHaveLength(2);
  expect(run.records[1]).toMatchObject({
    outcome: "failed",
    reason: expect.stringContaining("closed the connection"),
  });
  expect(proxyLog()).not.toContain("went wrong on our side");
});
