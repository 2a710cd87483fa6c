import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { OutgoingCall } from "@stoa/runtime/declarative";
import { expect, test } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import type { HttpRequest, HttpResponse } from "../../model/services.ts";
import { runNode } from "../../testing/run-node.ts";
import { httpRequest } from "./http-request.ts";

const OPENAI: JsonObject = {
  method: "POST",
  url: "https://api.openai.com/v1/images/generations",
  authentication: "predefinedCredentialType",
  nodeCredentialType: "openAiApi",
};

const byHeader: JsonObject = { authentication: "genericCredentialType", genericAuthType: "httpHeaderAuth" };

function createGateway(calls: OutgoingCall[], status = 200, location?: string, refusal?: string) {
  return {
    call(call: OutgoingCall) {
      calls.push(call);
      const answer = new IncomingMessage(new Socket());
      answer.statusCode = status;
      answer.statusMessage = "OK";
      answer.headers = {
        "content-type": "application/json",
        ...(location && { location }),
        ...(refusal && { "x-stoa-error": "not_granted" }),
      };
      answer.push(refusal ? JSON.stringify({ error: "not_granted", detail: refusal }) : '{"made": true}');
      answer.push(null);
      return Promise.resolve(answer);
    },
  };
}

test("sends an authenticated request through the gateway, without the base path of the service's API", async () => {
  const calls: OutgoingCall[] = [];
  const { outputs } = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: { ...OPENAI, sendBody: true, specifyBody: "json", jsonBody: '{"prompt": "a cat"}' },
    services: { gateway: createGateway(calls) },
  });
  expect(outputs).toEqual([[{ made: true }]]);
  const [call] = calls;
  expect(call).toMatchObject({ method: "POST", path: "/connectors/openai/images/generations" });
  expect(call?.content?.type).toBe("application/json");
  expect(Buffer.from(call?.content?.bytes ?? []).toString()).toBe('{"prompt":"a cat"}');
});

test("sends a request for a host connector through the gateway with the original path and query", async () => {
  const calls: OutgoingCall[] = [];
  const { outputs } = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: {
      url: "=https://api.unknown.dev/v1/{{ $json.id }}?full=1",
      sendHeaders: true,
      headerParameters: { parameters: [{ name: "Api-Version", value: "2" }] },
      ...byHeader,
    },
    items: [{ id: 7 }],
    services: { gateway: createGateway(calls) },
  });
  expect(outputs).toEqual([[{ made: true }]]);
  expect(calls).toMatchObject([
    { method: "GET", path: "/connectors/api.unknown.dev/v1/7?full=1", headers: { "api-version": "2" } },
  ]);
});

test.each(["https://other.dev/v1", "http://api.unknown.dev/v1", "https://api.unknown.dev:8443/v1"])(
  "does not use a host's connector for %s, which the run computed",
  async (base) => {
    const calls: OutgoingCall[] = [];
    const { error } = await runNode({
      type: httpRequest,
      version: 4.2,
      parameters: {
        url: "=https://api.unknown.dev/v1/{{ $json.id }}",
        ...byHeader,
        options: {
          pagination: {
            pagination: { paginationMode: "responseContainsNextURL", nextURL: `=${base}` },
          },
        },
      },
      services: { gateway: createGateway(calls) },
    });
    expect(error?.message).toContain("The connector for api.unknown.dev does not cover");
    expect(calls.map(({ path }) => path)).toEqual(["/connectors/api.unknown.dev/v1/"]);
  },
);

test.each([
  "https://api.openai.com.evil.example/v1/models",
  "https://api.openai.com@evil.example/v1/models",
  "http://api.openai.com/v1/models",
  "https://api.openai.com/v1/../admin",
])("does not send a connector's credential to %s", async (url) => {
  const calls: OutgoingCall[] = [];
  const { error } = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: {
      url: "={{ $json.url }}",
      authentication: "predefinedCredentialType",
      nodeCredentialType: "openAiApi",
    },
    items: [{ url }],
    services: { gateway: createGateway(calls) },
  });
  expect(error?.message).toContain("The connector for openai does not cover");
  expect(calls).toEqual([]);
});

const namedByRun = async (url: string, gateway: ReturnType<typeof createGateway>) =>
  runNode({
    type: httpRequest,
    version: 4.2,
    parameters: { url: "={{ $json.url }}", ...byHeader },
    items: [{ url }],
    services: { gateway },
  });

test.each([
  ["https://api.unknown.dev/v1?x=1", "/connectors/api.unknown.dev/v1?x=1"],
  ["http://api.unknown.dev/v1", "/connectors/api.unknown.dev/v1"],
  ["http://api.unknown.dev:80/v1", "/connectors/api.unknown.dev/v1"],
  ["https://api.unknown.dev:8443/v1", "/connectors/api.unknown.dev:8443/v1"],
  ["https://me:pw@api.unknown.dev/v1", "/connectors/api.unknown.dev/v1"],
  ["https://api.openai.com/v1/models", "/connectors/openai/models"],
])("sends a request to the computed URL %s with the host's connector, at %s", async (url, path) => {
  const calls: OutgoingCall[] = [];
  const { outputs } = await namedByRun(url, createGateway(calls));
  expect(outputs).toEqual([[{ made: true }]]);
  expect(calls.map((call) => call.path)).toEqual([path]);
});

test.each(["http://localhost:5678/v1", "https://10.0.0.1/v1", "https://[::1]/v1"])(
  "does not send a key to %s, which a run computed",
  async (url) => {
    const calls: OutgoingCall[] = [];
    const { error } = await namedByRun(url, createGateway(calls));
    expect(error?.message).toContain("keys are only sent over https to servers with a public name");
    expect(calls).toEqual([]);
  },
);

test.each([
  ["http://0.0.0.0:9925/api/{{ 1 + 1 }}", "/connectors/http%3A%2F%2F0.0.0.0%3A9925/api/2"],
  ["http://[::1]:8080/api", "/connectors/http%3A%2F%2F%5B%3A%3A1%5D%3A8080/api"],
])("sends requests for %s to the caller's replacement server", async (url, path) => {
  const calls: OutgoingCall[] = [];
  const { outputs } = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: { url: `=${url}`, ...byHeader },
    services: { gateway: createGateway(calls) },
  });
  expect(outputs).toEqual([[{ made: true }]]);
  expect(calls.map((call) => call.path)).toEqual([path]);
});

test("authenticates each redirect on the API's own host, up to the limit", async () => {
  const calls: OutgoingCall[] = [];
  const { outputs } = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: {
      url: "https://api.unknown.dev/v1/file",
      ...byHeader,
      options: {
        response: { response: { neverError: true } },
        redirect: { redirect: { followRedirects: true, maxRedirects: 3 } },
      },
    },
    services: { gateway: createGateway(calls, 302, "/v1/next") },
  });
  expect(calls.map(({ path }) => path)).toEqual([
    "/connectors/api.unknown.dev/v1/file",
    ...Array.from({ length: 3 }, () => "/connectors/api.unknown.dev/v1/next"),
  ]);
  expect(outputs).toEqual([[{ made: true }]]);
});

const ELSEWHERE = "https://files.example.com/signed?t=1";
const found: HttpResponse = {
  status: 200,
  statusText: "OK",
  headers: { "content-type": "application/json" },
  body: Buffer.from('{"file":1}'),
};

test.each<
  [title: string, parameters: JsonObject, status: number, expectedRequests: string[], output: JsonObject]
>([
  ["sends the GET there without the credential", { method: "GET" }, 302, [`GET ${ELSEWHERE}`], { file: 1 }],
  ["follows a permanent redirect of a GET", { method: "GET" }, 308, [`GET ${ELSEWHERE}`], { file: 1 }],
  ["follows a POST's 303 with a GET", { method: "POST" }, 303, [`GET ${ELSEWHERE}`], { file: 1 }],
  [
    "returns the redirect if the node does not follow redirects",
    { method: "GET", options: { redirect: { redirect: { followRedirects: false } } } },
    302,
    [],
    { made: true },
  ],
  [
    "returns the redirect if the body would have to be sent again",
    { method: "POST" },
    307,
    [],
    { made: true },
  ],
])("if an API redirects to another host, %s", async (_, parameters, status, expectedRequests, output) => {
  const elsewhere: HttpRequest[] = [];
  const { outputs } = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: {
      url: "https://api.unknown.dev/v1/file",
      ...byHeader,
      sendHeaders: true,
      headerParameters: {
        parameters: [
          { name: "Cookie", value: "session=1" },
          { name: "Authorization", value: "Bearer written-into-the-file" },
          { name: "Api-Version", value: "2" },
        ],
      },
      ...parameters,
      options: { response: { response: { neverError: true } }, ...(parameters.options as JsonObject) },
    },
    services: {
      gateway: createGateway([], status, ELSEWHERE),
      http: {
        send(request) {
          elsewhere.push(request);
          return Promise.resolve(found);
        },
      },
    },
  });
  expect(elsewhere.map(({ method, url }) => `${method} ${url}`)).toEqual(expectedRequests);
  for (const { headers } of elsewhere) {
    expect(headers).toMatchObject({ "api-version": "2" });
    expect(headers).not.toHaveProperty("authorization");
    expect(headers).not.toHaveProperty("cookie");
  }
  expect(outputs).toEqual([[output]]);
});

test("reports a gateway error as an error, not as the service's response", async () => {
  const { error } = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: { url: "https://api.unknown.dev/v1", ...byHeader },
    services: { gateway: createGateway([], 403, undefined, "The person does not allow it.") },
  });
  expect(error?.message).toBe("The person does not allow it.");
});
