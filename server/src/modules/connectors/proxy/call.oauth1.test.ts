import { expect, test } from "vitest";
import { createOAuth1Headers } from "../signing/oauth1.ts";
import { CREDENTIAL, useProxy } from "./proxy.fixture.ts";

const proxy = useProxy();

const TOKEN_SECRET = "secret-of-the-token-1";
const API = { sign_in: "oauth1", name: "consumer-1", token: "token-1", token_secret: TOKEN_SECRET };
const KEYS = {
  consumerKey: "consumer-1",
  consumerSecret: CREDENTIAL,
  token: { key: "token-1", secret: TOKEN_SECRET },
};
const FORM = "application/x-www-form-urlencoded";

/** Returns the signature that a server with the same keys computes for the request. */
function expected(
  authorization: string,
  request: { method: string; url: string; type?: string; body?: string },
) {
  const [, nonce = "", timestamp = ""] =
    /oauth_nonce="([^"]+)".*oauth_timestamp="(\d+)"/.exec(authorization) ?? [];
  return createOAuth1Headers(
    KEYS,
    {
      method: request.method,
      url: new URL(request.url),
      ...(request.type && { contentType: request.type }),
      ...(request.body && { body: request.body }),
    },
    { nonce, timestamp },
  ).authorization;
}

test.each<[title: string, type: string | undefined, body: string | undefined, signed: string | undefined]>([
  ["if it has no body", undefined, undefined, undefined],
  ["together with its form fields", FORM, "status=Hello%20you%21&a=1", "status=Hello%20you%21&a=1"],
  ["without its body if that is JSON", "application/json", '{"a":1}', undefined],
  [
    "without its body if that is a file upload",
    "multipart/form-data; boundary=x",
    "--x\r\n\r\n--x--",
    undefined,
  ],
])("a request is signed %s and sent unchanged", async (_, type, body, signed) => {
  const { startRun, call, service, apiHost } = proxy();
  const run = await startRun({ api: API });
  const method = body === undefined ? "GET" : "POST";
  const answer = await call(run, `/connectors/${apiHost}/1.1/media?media_category=TWEET%20IMAGE`, {
    method,
    headers: { ...(type && { "content-type": type }) },
    ...(body && { body }),
  });
  expect(answer.status).toBe(200);
  const [request] = service.requests;
  const { authorization = "" } = request?.headers ?? {};
  const url = `https://${apiHost}/1.1/media?media_category=TWEET%20IMAGE`;
  expect(authorization).toBe(
    expected(authorization, { method, url, ...(signed && { type: FORM, body: signed }) }),
  );
  expect(request?.path).toBe("/1.1/media?media_category=TWEET%20IMAGE");
});

test("both secrets are masked in the answer", async () => {
  const { startRun, call, service, apiHost } = proxy();
  const run = await startRun({ api: API });
  service.answer(() => ({ status: 200, body: { consumer: CREDENTIAL, token: TOKEN_SECRET } }));
  const { text } = await call(run, `/connectors/${apiHost}/me`);
  expect(text).not.toContain(CREDENTIAL);
  expect(text).not.toContain(TOKEN_SECRET);
});

test("a redirect is passed to the agent, because the signature is valid for one URL only", async () => {
  const { startRun, call, service, apiHost } = proxy();
  const run = await startRun({ api: API });
  service.answer(() => ({ status: 302, headers: { location: "/new" } }));
  expect(await call(run, `/connectors/${apiHost}/old`)).toMatchObject({
    status: 302,
    headers: { location: "/new" },
  });
  expect(service.requests.map(({ path }) => path)).toEqual(["/old"]);
});
