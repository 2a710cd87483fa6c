import { expect, test } from "vitest";
import { addApi, useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();

const api = (change: Record<string, string>) => ({
  service_name: "api",
  api_key: "key-12345678",
  service_config: { host: "api.example.com", sign_in: "bearer", ...change },
});

test.each<[title: string, body: object, field: string, message: RegExp]>([
  ["no host", api({ host: "" }), "host", /^host is required/],
  ["an http URL", api({ host: "http://api.example.com" }), "host", /^host must be the host of an https URL/],
  ["an IP address", api({ host: "10.0.0.1" }), "host", /^host must be/],
  ["a name of a private network", api({ host: "intranet" }), "host", /^host must be/],
  ["a host with a user name", api({ host: "https://me:pw@api.example.com" }), "host", /^host must be/],
  [
    "the host of a service",
    api({ host: "https://api.github.com/user" }),
    "host",
    /^host belongs to GitHub. Choose that service instead$/,
  ],
  ["no authentication method", api({ sign_in: "" }), "sign_in", /^sign_in is required/],
  [
    "an unknown authentication method",
    api({ sign_in: "digest" }),
    "sign_in",
    /^sign_in must be one of bearer, header, query, basic, oauth1$/,
  ],
  ["a header without a name", api({ sign_in: "header" }), "name", /^name must be the name of a header/],
  ["a connection header", api({ sign_in: "header", name: "Host" }), "name", /^name must be the name/],
  ["a header with a line break", api({ sign_in: "header", name: "X: y" }), "name", /^name must be the name/],
  ["a parameter without a name", api({ sign_in: "query" }), "name", /^name must be the name of a query/],
  [
    "a user name with a colon",
    api({ sign_in: "basic", name: "a:b" }),
    "name",
    /^name must be the user's name/,
  ],
  ["OAuth 1 without a consumer key", api({ sign_in: "oauth1" }), "name", /^name must be the consumer key/],
  [
    "a token without its secret",
    api({ sign_in: "oauth1", name: "consumer", token: "t" }),
    "token_secret",
    /^token_secret is required with token/,
  ],
  [
    "a secret without its token",
    api({ sign_in: "oauth1", name: "consumer", token_secret: "t" }),
    "token",
    /^token is required with token_secret/,
  ],
  ["an invalid test path", api({ test_path: "v1/me" }), "test_path", /^test_path must be a path/],
  [
    "the host of a service as its name",
    { ...api({}), service_name: "api.github.com" },
    "host",
    /belongs to GitHub/,
  ],
])("returns 400 with a message for %s", async (_, body, field, message) => {
  const { client } = server();
  const { token } = await client.register();
  const answer = await client.post("/api/v1/connectors", body, { token });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    detail: expect.stringMatching(message) as string,
    errors: [{ field, message: expect.stringMatching(message) as string }],
  });
});

test("a connector for any API can be added with the host as service_name", async () => {
  const { client } = server();
  const { token } = await client.register();
  const { host: _, ...service_config } = api({}).service_config;
  const answer = await client.post(
    "/api/v1/connectors",
    { service_name: "api.example.com", api_key: "key-12345678", service_config },
    { token },
  );
  expect(answer).toMatchObject({ status: 201, body: { service_name: "api.example.com" } });
});

test.each<[title: string, testPath: string | undefined, status: number, success: boolean, message: RegExp]>([
  [
    "the root path, which does not exist",
    undefined,
    404,
    true,
    /^The host responds \(HTTP 404\)\. Add a test path/,
  ],
  [
    "the root path, which refuses the credential",
    undefined,
    401,
    false,
    /^The service refused the credential/,
  ],
  ["the root path, which is broken", undefined, 502, false, /The service failed/],
  ["a configured path", "/v1/me?full=1", 200, true, /^The credential works\.$/],
  ["a configured path that does not exist", "/v1/me?full=1", 404, false, /rejected the test call/],
])("a connection test requests %s", async (_, testPath, status, success, message) => {
  const { client, service } = server();
  const person = await client.register();
  const { id } = await addApi(server(), person, {
    api_key: "key-12345678",
    service_config: { sign_in: "bearer", ...(testPath && { test_path: testPath }) },
  });
  service.requests.length = 0;
  service.answer(() => ({ status, body: {} }));
  const answer = await client.post(`/api/v1/connectors/${id}/test`, {}, { token: person.token });
  expect(answer.body).toMatchObject({ success, message: expect.stringMatching(message) as string });
  expect(service.requests).toMatchObject([
    { method: "GET", path: testPath ?? "/", headers: { authorization: "Bearer key-12345678" } },
  ]);
});

test("a connection test of an OAuth 1 API is signed", async () => {
  const { client, service } = server();
  const person = await client.register();
  const { id } = await addApi(server(), person, {
    api_key: "key-12345678",
    service_config: { sign_in: "oauth1", name: "consumer-1", test_path: "/v1/me" },
  });
  service.requests.length = 0;
  service.answer(() => ({ status: 200, body: {} }));
  const answer = await client.post(`/api/v1/connectors/${id}/test`, {}, { token: person.token });
  expect(answer.body).toMatchObject({ success: true, message: "The credential works." });
  expect(service.requests[0]?.headers.authorization).toMatch(
    /^OAuth oauth_consumer_key="consumer-1", .*oauth_signature_method="HMAC-SHA1"/,
  );
});
