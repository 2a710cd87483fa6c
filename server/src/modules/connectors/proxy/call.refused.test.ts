import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseRefusal, useProxy } from "./proxy.fixture.ts";

const proxy = useProxy();

test.each([
  ["the agent does not declare", { paths: ["/projects/*"] }, "not_declared"],
  [
    "the agent declares only for another method",
    { paths: ["/user"], methods: ["POST" as const] },
    "not_declared",
  ],
  ["the caller has not granted", { granted: null }, "not_granted"],
  [
    "the caller has granted only for other methods and paths",
    { granted: { methods: ["GET" as const], paths: ["/projects/*"] } },
    "not_granted",
  ],
  ["needs a connector that the caller does not have", { connected: false }, "no_connector"],
])("returns 403 for a call that %s, and sends no request", async (_what, options, code) => {
  const { startRun, call, service } = proxy();
  const run = await startRun(options);
  const answer = await call(run, "/connectors/gitlab/user");
  expect(answer.status).toBe(403);
  expect(parseRefusal(answer)).toEqual({ error: code, detail: expect.stringContaining("GitLab") });
  expect(service.requests).toEqual([]);
  expect(run.records).toMatchObject([{ outcome: "refused", status: null, service: "gitlab", path: "/user" }]);
  expect(run.records[0]?.reason).not.toContain("/user");
});

test("an encoded slash does not widen a grant", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun({ paths: ["/projects/*"] });
  expect((await call(run, "/connectors/gitlab/projects/1")).status).toBe(200);
  expect((await call(run, "/connectors/gitlab/projects/1%2Fvariables")).status).toBe(403);
  expect(service.requests).toHaveLength(1);
});

test("a revoked grant or an inactive connector refuses the run's next call", async () => {
  const { startRun, call, database, change, countUsage } = proxy();
  const run = await startRun();
  expect((await call(run, "/connectors/gitlab/user")).status).toBe(200);
  await change(run, { is_active: false });
  const off = await call(run, "/connectors/gitlab/user");
  expect([off.status, parseRefusal(off).error]).toEqual([403, "inactive"]);
  await change(run, { is_active: true });
  await sql`UPDATE connector_grants SET revoked_at = now() WHERE connector_id = ${run.connectorId}`.execute(
    database.db,
  );
  const revoked = await call(run, "/connectors/gitlab/user");
  expect([revoked.status, parseRefusal(revoked).error]).toEqual([403, "not_granted"]);
  expect(await countUsage(run)).toBe(1);
});

test("concurrent calls cannot exceed the quota", async () => {
  const { startRun, call, change, service, countUsage } = proxy();
  const run = await startRun();
  await change(run, { usage_quota: 3 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => call(run, "/connectors/gitlab/user")));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused && parseRefusal(refused)).toEqual({
    error: "quota_reached",
    detail: expect.stringContaining("quota"),
  });
  expect(service.requests).toHaveLength(3);
  expect(await countUsage(run)).toBe(3);
});

test("a ninth concurrent call is refused, and the first eight are answered", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let arrived = 0;
  const allThere = new Promise<void>((resolve) => {
    service.answer(async () => {
      arrived += 1;
      if (arrived === 8) resolve();
      await released;
      return { status: 200 };
    });
  });
  const calls = Array.from({ length: 8 }, () => call(run, "/connectors/gitlab/user"));
  await allThere;
  const ninth = await call(run, "/connectors/gitlab/user");
  expect([ninth.status, parseRefusal(ninth).error]).toEqual([429, "too_many_parallel_calls"]);
  release();
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test("unknown services, unknown methods and bodies that are too large or compressed are refused", async () => {
  const { startRun, call, service, countUsage } = proxy();
  const run = await startRun();
  const unknown = await call(run, "/connectors/words-of-the-caller/user");
  expect([unknown.status, parseRefusal(unknown).error]).toEqual([404, "unknown_service"]);
  expect(run.records).toMatchObject([{ service: "unknown", path: "/user", reason: "Unknown service." }]);
  const method = await call(run, "/connectors/gitlab/user", { method: "OPTIONS" });
  expect([method.status, parseRefusal(method).error]).toEqual([405, "unknown_method"]);
  const announced = await call(run, "/connectors/gitlab/user", {
    method: "POST",
    headers: { "content-length": String(11 * 1024 * 1024), expect: "100-continue" },
  }).catch(() => undefined);
  expect(announced?.status ?? 413).toBe(413);
  const sent = await call(run, "/connectors/gitlab/user", {
    method: "POST",
    headers: { "transfer-encoding": "chunked" },
    body: Buffer.alloc(10 * 1024 * 1024 + 1),
  });
  expect([sent.status, parseRefusal(sent).error]).toEqual([413, "request_too_large"]);
  const packed = await call(run, "/connectors/gitlab/user", {
    method: "POST",
    headers: { "content-encoding": "gzip" },
    body: "x",
  });
  expect([packed.status, parseRefusal(packed).error]).toEqual([415, "unsupported_encoding"]);
  expect(service.requests).toEqual([]);
  expect(await countUsage(run)).toBe(0);
});

test("a form cannot turn a POST into a DELETE", async () => {
  const { startRun, call, service, countUsage } = proxy();
  const run = await startRun();
  const answer = await call(run, "/connectors/gitlab/projects/1", { method: "POST", body: "_method=delete" });
  expect([answer.status, parseRefusal(answer).error]).toEqual([400, "method_override"]);
  expect(service.requests).toEqual([]);
  expect(await countUsage(run)).toBe(0);
});

test("a body of 10 MiB is sent", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  const body = Buffer.alloc(10 * 1024 * 1024, "x");
  expect((await call(run, "/connectors/gitlab/upload", { method: "POST", body })).status).toBe(200);
  expect(service.requests[0]?.body).toHaveLength(body.length);
});

test.each([
  ["another run's token", async () => (await proxy().startRun()).session.runToken],
  ["an invented token", async () => "glpat-x"],
])("returns 401 for %s", async (_what, getToken) => {
  const { startRun, call, service } = proxy();
  const answer = await call(await startRun(), "/connectors/gitlab/user", { token: await getToken() });
  expect(answer.status).toBe(401);
  expect(service.requests).toEqual([]);
});

test("a trial run gets 503, and the server records that the run called a connector", async () => {
  const { startRun, call, service, trialsAtConnectors } = proxy();
  const run = await startRun();
  run.session.trial = true;
  const answer = await call(run, "/connectors/gitlab/user");
  expect([answer.status, parseRefusal(answer).error]).toEqual([503, "trial_run"]);
  expect(trialsAtConnectors).toEqual([run.session.runId]);
  expect(service.requests).toEqual([]);
});

test("paths that would form a second request or that name another host are refused", async () => {
  const { startRun, raw, service } = proxy();
  const run = await startRun();
  const head = (line: string) =>
    `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${run.session.runToken}\r\nConnection: close\r\n\r\n`;
  for (const [line, status] of [
    ["GET /connectors/gitlab/../../admin", 400],
    ["GET /connectors/gitlab/%2e%2e/admin", 400],
    ["GET /connectors/gitlab//evil.example.com/", 400],
    ["GET /connectors/gitlab/a%0d%0aX-Evil:1", 400],
    ["GET /connectors/gitlab/a\rb", 400],
    ["GET http://evil.example.com/connectors/gitlab/user", 404],
    ["GET //connectors/gitlab/user", 404],
    ["CONNECT evil.example.com:443", 0],
  ] as const)
    expect([line, Number(/^HTTP\/1\.1 (\d+)/.exec(await raw(run, head(line)))?.[1] ?? 0)]).toEqual([
      line,
      status,
    ]);
  expect(service.requests).toEqual([]);
});
