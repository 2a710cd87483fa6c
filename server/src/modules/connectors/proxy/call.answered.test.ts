import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { CREDENTIAL, parseRefusal, useProxy } from "./proxy.fixture.ts";

const proxy = useProxy();

test("a call reaches the service unchanged with the caller's credential and counts once toward the quota", async () => {
  const { startRun, call, service, countUsage } = proxy();
  const run = await startRun();
  service.answer(() => ({
    status: 201,
    body: { id: 7 },
    headers: { "x-total": "3", "set-cookie": "a=b", server: "nginx" },
  }));
  const answer = await call(run, "/connectors/gitlab/projects/group%2Fname/issues?title=a%20b&_=1", {
    method: "POST",
    body: '{"text":"hello"}',
    headers: { "content-type": "application/json" },
  });
  expect(answer).toMatchObject({ status: 201, text: '{"id":7}', isBroken: false });
  expect(answer.headers).toMatchObject({ "content-type": "application/json", "x-total": "3" });
  expect(answer.headers).not.toHaveProperty("set-cookie");
  expect(answer.headers).not.toHaveProperty("server");
  expect(service.requests).toMatchObject([
    {
      method: "POST",
      host: "gitlab.example.com",
      path: "/api/v4/projects/group%2Fname/issues?title=a%20b&_=1",
      body: '{"text":"hello"}',
      headers: { "private-token": CREDENTIAL, "content-type": "application/json" },
    },
  ]);
  expect(await countUsage(run)).toBe(1);
  expect(run.records).toMatchObject([
    {
      service: "gitlab",
      method: "POST",
      path: "/projects/group%2Fname/issues",
      outcome: "answered",
      status: 201,
      reason: null,
    },
  ]);
});

test("headers with the agent's identity, another host or another method do not reach the service", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  await call(run, "/connectors/gitlab/user", {
    headers: {
      host: "evil.example.com",
      "private-token": "glpat-mine",
      cookie: "session=1",
      "x-forwarded-for": "10.0.0.1",
      forwarded: "for=10.0.0.1",
      "proxy-authorization": "Basic x",
      "x-http-method-override": "DELETE",
      "accept-encoding": "gzip",
      accept: "text/plain",
    },
  });
  const [request] = service.requests;
  expect(request?.host).toBe("gitlab.example.com");
  expect(request?.headers).toEqual({
    accept: "text/plain",
    "accept-encoding": "identity",
    connection: "keep-alive",
    "private-token": CREDENTIAL,
    "user-agent": "Stoa",
  });
});

test("errors of the service are passed on unchanged", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  service.answer(() => ({ status: 404, body: { message: "404 Project Not Found" } }));
  expect(await call(run, "/connectors/gitlab/projects/1")).toMatchObject({
    status: 404,
    text: '{"message":"404 Project Not Found"}',
  });
  expect(run.records).toMatchObject([{ outcome: "answered", status: 404 }]);
});

test("a credential in the service's answer is masked for the agent", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  service.answer(({ headers }) => ({
    status: 200,
    body: { headers },
    headers: { "x-debug": CREDENTIAL, "x-own": "1" },
  }));
  const answer = await call(run, "/connectors/gitlab/echo");
  expect(answer.isBroken).toBe(false);
  expect(JSON.parse(answer.text)).toMatchObject({
    headers: { "private-token": "*".repeat(CREDENTIAL.length) },
  });
  expect(answer.headers).not.toHaveProperty("x-debug");
  expect(answer.headers).toHaveProperty("x-own", "1");
});

test("an answer is passed on in chunks as they arrive", async () => {
  const { startRun, call, service } = proxy();
  const run = await startRun();
  let read: () => void = () => undefined;
  const firstIsRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  async function* pieces() {
    yield "data: one\n\n";
    await firstIsRead;
    yield "data: two\n\n";
  }
  service.answer(() => ({ status: 200, body: Readable.from(pieces()) }));
  const answer = await call(run, "/connectors/gitlab/stream", { onPiece: read });
  expect(answer).toMatchObject({ text: "data: one\n\ndata: two\n\n", isBroken: false });
});

test("redirects are followed only within the service and the agent's grant", async () => {
  const { startRun, call, service, gitLabUrl, countUsage } = proxy();
  const run = await startRun({ methods: ["GET"], paths: ["/old", "/new"] });
  const redirect = (location: string) =>
    service.answer(({ path }) =>
      path.endsWith("/old") ? { status: 301, headers: { location } } : { status: 200, body: { path } },
    );
  redirect(`${gitLabUrl}/api/v4/new?page=2`);
  expect(await call(run, "/connectors/gitlab/old")).toMatchObject({
    status: 200,
    text: '{"path":"/api/v4/new?page=2"}',
  });
  for (const location of [
    "/api/v4/users",
    "/admin",
    "https://evil.example.com/api/v4/new",
    "https://127.0.0.1/api/v4/new",
    "http://169.254.169.254/api/v4/new",
  ]) {
    service.requests.splice(0);
    redirect(location);
    const answer = await call(run, "/connectors/gitlab/old");
    expect(answer.status).toBe(502);
    expect(parseRefusal(answer).error).toBe("redirect_refused");
    expect(service.requests).toHaveLength(1);
  }
  expect(await countUsage(run)).toBe(6);
});

test("the log contains neither the caller's data nor secrets", async () => {
  const { startRun, call, service, proxyLog } = proxy();
  const run = await startRun();
  await call(run, "/connectors/gitlab/words-of-the-caller?secret=word", {
    method: "POST",
    body: "words of the caller",
  });
  service.answer(() => new Promise(() => undefined));
  const failed = call(run, "/connectors/gitlab/words-of-the-caller", {
    headers: { "private-token": "glpat-x" },
  });
  run.end();
  expect((await failed).status).toBe(502);
  for (const secret of [CREDENTIAL, run.session.runToken, "words", "glpat"])
    expect(proxyLog()).not.toContain(secret);
});
