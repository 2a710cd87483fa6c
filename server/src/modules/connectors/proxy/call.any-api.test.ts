import { expect, test } from "vitest";
import { addApi } from "../connectors-server.fixture.ts";
import { CREDENTIAL, parseRefusal, useProxy } from "./proxy.fixture.ts";

const proxy = useProxy();

const BASIC = `Basic ${Buffer.from(`me@example.com:${CREDENTIAL}`).toString("base64")}`;

test.each<[title: string, api: Record<string, string>, path: string, headers: Record<string, string>]>([
  ["a bearer token", { sign_in: "bearer" }, "/v1/things?x=1", { authorization: `Bearer ${CREDENTIAL}` }],
  ["a header", { sign_in: "header", name: "X-API-Key" }, "/v1/things?x=1", { "x-api-key": CREDENTIAL }],
  ["a query parameter", { sign_in: "query", name: "key" }, `/v1/things?x=1&key=${CREDENTIAL}`, {}],
  [
    "a name and a password",
    { sign_in: "basic", name: "me@example.com" },
    "/v1/things?x=1",
    { authorization: BASIC },
  ],
])("a call to any API is authenticated by %s", async (_, api, path, headers) => {
  const { startRun, call, service, apiHost, countUsage } = proxy();
  const run = await startRun({ api });
  const answer = await call(run, `/connectors/${apiHost}/v1/things?x=1`, {
    headers: { "x-version": "2", cookie: "a=b", "x-forwarded-for": "10.0.0.1", accept: "text/plain" },
  });
  expect(answer).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(service.requests).toMatchObject([{ method: "GET", host: "gitlab.example.com", path }]);
  expect(service.requests[0]?.headers).toEqual({
    accept: "text/plain",
    "accept-encoding": "identity",
    connection: "keep-alive",
    "user-agent": "Stoa",
    "x-version": "2",
    ...headers,
  });
  expect(await countUsage(run)).toBe(1);
  expect(run.records).toMatchObject([
    { service: apiHost, path: "/v1/things", outcome: "answered", status: 200 },
  ]);
});

test("an agent's header cannot replace the credential, and the answer does not contain the credential", async () => {
  const { startRun, call, service, apiHost } = proxy();
  const run = await startRun({ api: { sign_in: "header", name: "X-API-Key" } });
  service.answer(({ headers }) => ({
    status: 200,
    body: headers["x-api-key"],
    headers: { "x-echo": CREDENTIAL },
  }));
  const answer = await call(run, `/connectors/${apiHost}/v1`, { headers: { "x-api-key": "mine" } });
  expect(service.requests[0]?.headers["x-api-key"]).toBe(CREDENTIAL);
  expect(answer.text).toBe("*".repeat(CREDENTIAL.length));
  expect(answer.headers).not.toHaveProperty("x-echo");
});

test("a redirect to another host is passed to the agent and not followed", async () => {
  const { startRun, call, service, apiHost } = proxy();
  const run = await startRun({ api: { sign_in: "bearer" } });
  service.answer(() => ({ status: 302, headers: { location: "https://files.example.com/signed?t=1" } }));
  const answer = await call(run, `/connectors/${apiHost}/v1/file`);
  expect(answer).toMatchObject({
    status: 302,
    headers: { location: "https://files.example.com/signed?t=1" },
  });
  expect(service.requests.map(({ host }) => host)).toEqual(["gitlab.example.com"]);
});

test("a redirect on the same host is followed with the credential", async () => {
  const { startRun, call, service, apiHost } = proxy();
  const run = await startRun({ api: { sign_in: "bearer" } });
  service.answer(({ path }) =>
    path === "/old" ? { status: 302, headers: { location: "/new" } } : { status: 200, body: { at: path } },
  );
  expect(await call(run, `/connectors/${apiHost}/old`)).toMatchObject({ status: 200, text: '{"at":"/new"}' });
  expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(
    Array(2).fill(`Bearer ${CREDENTIAL}`),
  );
});

test.each<[title: string, path: string, method: string, code: string]>([
  ["a host other than the declared host", "/connectors/api.example.com/v1", "GET", "not_declared"],
  ["another port of the declared host", "/connectors/gitlab.example.com/v1", "GET", "not_declared"],
  ["a method that is not declared", "HOST/v1", "DELETE", "not_declared"],
  ["any API without a host", "/connectors/api/v1", "GET", "not_declared"],
  ["an invalid host", "/connectors/10.0.0.1/v1", "GET", "unknown_service"],
  ["a host in capitals", "/connectors/API.example.com/v1", "GET", "bad_path"],
  ["a path that leaves its host", "HOST/v1/%2e%2e/x", "GET", "bad_path"],
  ["another method in the query", "HOST/v1?_method=delete", "GET", "method_override"],
])("%s is refused and no request is sent", async (_, path, method, code) => {
  const { startRun, call, service, apiHost } = proxy();
  const run = await startRun({ api: { sign_in: "bearer" } });
  const answer = await call(run, path.replace("HOST", `/connectors/${apiHost}`), { method });
  expect(parseRefusal(answer).error).toBe(code);
  expect(service.requests).toEqual([]);
});

test("a connector for one host is not used for another host that the caller has not connected", async () => {
  const { startRun, call, service, apiHost } = proxy();
  const run = await startRun({ api: { sign_in: "bearer" } });
  const other = {
    ...run.facts,
    uses: [{ service: "api.example.com", methods: ["GET" as const], paths: ["/**"] }],
  };
  Object.assign(run.facts, other);
  expect(parseRefusal(await call(run, "/connectors/api.example.com/v1")).error).toBe("no_connector");
  expect(parseRefusal(await call(run, `/connectors/${apiHost}/v1`)).error).toBe("not_declared");
  expect(service.requests).toEqual([]);
});

test("a user can have only one connector for each host", async () => {
  const { client, apiHost, ...server } = proxy();
  const person = await client.register();
  const entered = { api_key: "k-12345678", service_config: { sign_in: "bearer" } };
  const one = await addApi({ ...server, client, apiHost }, person, entered);
  const other = await addApi({ ...server, client, apiHost }, person, {
    ...entered,
    service_config: { ...entered.service_config, host: "https://API.example.com/v1" },
  });
  expect([one.service_name, other.service_name]).toEqual([apiHost, "api.example.com"]);
  const again = await client.post(
    "/api/v1/connectors",
    { service_name: "api", api_key: "k-2", service_config: { host: "api.example.com", sign_in: "bearer" } },
    { token: person.token },
  );
  expect(again).toMatchObject({
    status: 409,
    body: { detail: "You already have a connector for api.example.com. Edit it, or delete it first" },
  });
});
