import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import type { OutgoingCall } from "../../../declarative/run-connection.ts";
import type { JsonObject } from "../../model/item.ts";
import type { HttpAnswer, HttpRequest } from "../../model/services.ts";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { runNode } from "../../testing/run-node.ts";
import { plainNode } from "../../testing/scripted-node.ts";
import { httpRequest } from "./http-request.ts";
import { unsignable } from "./request-credential.ts";

const node = (version: number, parameters: JsonObject) =>
  plainNode({ name: "Ask", type: "n8n-nodes-base.httpRequest", version, parameters });

const workflowOf = (nodes: readonly WorkflowNode[]): Workflow => ({
  id: "w",
  name: "W",
  nodes: new Map(nodes.map((each) => [each.name, each])),
  connections: [],
  order: "v1",
  timezone: "UTC",
  pinned: new Map(),
  staticData: {},
});

const OPENAI: JsonObject = {
  method: "POST",
  url: "https://api.openai.com/v1/images/generations",
  authentication: "predefinedCredentialType",
  nodeCredentialType: "openAiApi",
};

test.each<[title: string, version: number, parameters: JsonObject, expected: unknown]>([
  ["nothing", 4.2, { url: "https://example.com/a" }, { hosts: ["example.com"] }],
  ["an address that an expression makes", 4.2, { url: "={{ $json.url }}" }, { hosts: [undefined] }],
  [
    "a host before an expression",
    4.2,
    { url: "=https://example.com/{{ $json.id }}" },
    { hosts: ["example.com"] },
  ],
  [
    "a host that an expression ends",
    4.2,
    { url: "=https://example.com{{ $json.id }}" },
    { hosts: [undefined] },
  ],
  ["a service by its credential", 4.2, OPENAI, { connectors: [{ service: "openai", methods: ["POST"] }] }],
  [
    "a service by its host, whatever the credential",
    4.1,
    {
      url: "=https://slack.com/api/{{ $json.what }}",
      authentication: "genericCredentialType",
      genericAuthType: "httpHeaderAuth",
    },
    { connectors: [{ service: "slack", methods: ["POST"] }] },
  ],
  [
    "a service by its credential where the address is made later",
    4.2,
    {
      url: "={{ $json.url }}",
      authentication: "predefinedCredentialType",
      nodeCredentialType: "airtableTokenApi",
    },
    { connectors: [{ service: "airtable", methods: ["GET"] }] },
  ],
])("a request needs: %s", (_, version, parameters, expected) => {
  const asked = node(version, parameters);
  const workflow = workflowOf([asked]);
  expect(httpRequest.needs?.(asked, workflow)).toEqual(expected);
  expect(unsignable(asked, workflow)).toBeUndefined();
});

const byHeader: JsonObject = { authentication: "genericCredentialType", genericAuthType: "httpHeaderAuth" };

const edits = (name: string, version: number, parameters: JsonObject) =>
  plainNode({ name, type: "n8n-nodes-base.set", version, parameters });

test.each<[title: string, version: number, parameters: JsonObject, others: WorkflowNode[]]>([
  ["a host in the file's text", 4.2, { url: "https://api.unknown.dev/v1", ...byHeader }, []],
  [
    "the old names of credentials",
    1,
    { url: "https://api.unknown.dev/v1", authentication: "headerAuth" },
    [],
  ],
  [
    "a kind that is made for a service without a connector",
    2,
    {
      url: "https://API.unknown.dev/v1",
      authentication: "predefinedCredentialType",
      nodeCredentialType: "calApi",
    },
    [],
  ],
  [
    "a kind of another service than the one that is asked",
    4.2,
    {
      url: "https://api.unknown.dev",
      authentication: "predefinedCredentialType",
      nodeCredentialType: "googleDocsOAuth2Api",
    },
    [],
  ],
  ["a host before an expression", 4.2, { url: "=  https://api.unknown.dev/{{ $json.id }}", ...byHeader }, []],
  [
    "a host that a named node writes",
    4.2,
    { url: "={{ $('Config').first().json.base }}/v1/{{ $json.id }}", ...byHeader },
    [
      edits("Config", 3.4, {
        assignments: { assignments: [{ name: "base", value: "https://api.unknown.dev" }] },
      }),
      edits("Other", 3.4, { assignments: { assignments: [{ name: "base", value: "https://other.dev" }] } }),
    ],
  ],
  [
    "a host that some node before writes",
    4.2,
    { url: "={{$json.base}}/v1", ...byHeader },
    [
      edits("Config", 1, { values: { string: [{ name: "base", value: "https://api.unknown.dev" }] } }),
      edits("Carry", 3.4, { assignments: { assignments: [{ name: "base", value: "={{ $json.base }}" }] } }),
    ],
  ],
])(
  "an API without a connector of its own is signed in to by its host: %s",
  (_, version, parameters, others) => {
    const asked = node(version, parameters);
    const workflow = workflowOf([asked, ...others]);
    expect(unsignable(asked, workflow)).toBeUndefined();
    expect(httpRequest.needs?.(asked, workflow)).toEqual({
      connectors: [{ service: "api.unknown.dev", methods: ["GET"] }],
    });
  },
);

const inTwoWays = [
  edits("One", 3.4, { assignments: { assignments: [{ name: "base", value: "https://one.dev" }] } }),
  edits("Two", 3.4, { assignments: { assignments: [{ name: "base", value: "https://two.dev" }] } }),
];

test.each<[title: string, url: string, service: string]>([
  ["only a run knows", "={{ $json.url }}", "*"],
  ["an expression ends", "=https://api.{{ $json.where }}/v1", "*"],
  ["two nodes write differently", "={{ $json.base }}/v1", "*"],
  ["is not asked over https", "http://api.unknown.dev/v1", "http://api.unknown.dev"],
  ["is a number", "https://10.0.0.1:9925/v1", "https://10.0.0.1:9925"],
  ["is the author's own machine", "=http://LOCALHOST:80/{{ $json.id }}", "http://localhost"],
  ["is a name of the author's own network", "https://n8n:5678/v1", "https://n8n:5678"],
])("the caller chooses a server that %s", (_, url, service) => {
  const asked = node(4.2, { url, ...byHeader });
  const workflow = workflowOf([asked, ...inTwoWays]);
  expect(unsignable(asked, workflow)).toBeUndefined();
  expect(httpRequest.needs?.(asked, workflow)).toEqual({ connectors: [{ service, methods: ["GET"] }] });
});

test.each(["httpDigestAuth", "aws"])("nothing can sign as %s wants it", (genericAuthType) => {
  const asked = node(4.2, {
    url: "https://api.unknown.dev",
    authentication: "genericCredentialType",
    genericAuthType,
  });
  expect(unsignable(asked, workflowOf([asked]))).toContain("signs each request anew");
  expect(httpRequest.needs?.(asked, workflowOf([asked])).connectors).toBeUndefined();
});

test.each(["oAuth1Api", "twitterOAuth1Api"])(
  "an API that is signed in to by %s is one by its host",
  (kind) => {
    const asked = node(4.2, {
      url: "https://upload.unknown.dev/1.1/media",
      authentication: "predefinedCredentialType",
      nodeCredentialType: kind,
    });
    expect(unsignable(asked, workflowOf([asked]))).toBeUndefined();
    expect(httpRequest.needs?.(asked, workflowOf([asked]))).toEqual({
      connectors: [{ service: "upload.unknown.dev", methods: ["GET"] }],
    });
  },
);

function answering(calls: OutgoingCall[], status = 200, location?: string, refusal?: string) {
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

test("a request that a connector signs goes over the run's gateway, without the base of its address", async () => {
  const calls: OutgoingCall[] = [];
  const { outputs } = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: { ...OPENAI, sendBody: true, specifyBody: "json", jsonBody: '{"prompt": "a cat"}' },
    services: { gateway: answering(calls) },
  });
  expect(outputs).toEqual([[{ made: true }]]);
  const [call] = calls;
  expect(call).toMatchObject({ method: "POST", path: "/connectors/openai/images/generations" });
  expect(call?.content?.type).toBe("application/json");
  expect(Buffer.from(call?.content?.bytes ?? []).toString()).toBe('{"prompt":"a cat"}');
});

test("a request to a host with a connector goes over the run's gateway with its path and query", async () => {
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
    services: { gateway: answering(calls) },
  });
  expect(outputs).toEqual([[{ made: true }]]);
  expect(calls).toMatchObject([
    { method: "GET", path: "/connectors/api.unknown.dev/v1/7?full=1", headers: { "api-version": "2" } },
  ]);
});

test.each(["https://other.dev/v1", "http://api.unknown.dev/v1", "https://api.unknown.dev:8443/v1"])(
  "the connector of a host is not used at %s, which only the run named",
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
      services: { gateway: answering(calls) },
    });
    expect(error?.message).toContain("The connector for api.unknown.dev does not lead to");
    expect(calls.map(({ path }) => path)).toEqual(["/connectors/api.unknown.dev/v1/"]);
  },
);

test.each([
  "https://api.openai.com.evil.example/v1/models",
  "https://api.openai.com@evil.example/v1/models",
  "http://api.openai.com/v1/models",
  "https://api.openai.com/v1/../admin",
])("a connector's credential is not sent to %s", async (url) => {
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
    services: { gateway: answering(calls) },
  });
  expect(error?.message).toContain("The connector for openai does not lead to");
  expect(calls).toEqual([]);
});

const namedByRun = async (url: string, gateway: ReturnType<typeof answering>) =>
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
])("a run that names %s asks by the connector of that host: %s", async (url, path) => {
  const calls: OutgoingCall[] = [];
  const { outputs } = await namedByRun(url, answering(calls));
  expect(outputs).toEqual([[{ made: true }]]);
  expect(calls.map((call) => call.path)).toEqual([path]);
});

test.each(["http://localhost:5678/v1", "https://10.0.0.1/v1", "https://[::1]/v1"])(
  "a run that names %s sends no key there",
  async (url) => {
    const calls: OutgoingCall[] = [];
    const { error } = await namedByRun(url, answering(calls));
    expect(error?.message).toContain("keys are sent to servers with a public name alone");
    expect(calls).toEqual([]);
  },
);

test.each([
  ["http://0.0.0.0:9925/api/{{ 1 + 1 }}", "/connectors/http%3A%2F%2F0.0.0.0%3A9925/api/2"],
  ["http://[::1]:8080/api", "/connectors/http%3A%2F%2F%5B%3A%3A1%5D%3A8080/api"],
])("what stands in the place of %s is asked by the gateway", async (url, path) => {
  const calls: OutgoingCall[] = [];
  const { outputs } = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: { url: `=${url}`, ...byHeader },
    services: { gateway: answering(calls) },
  });
  expect(outputs).toEqual([[{ made: true }]]);
  expect(calls.map((call) => call.path)).toEqual([path]);
});

test("a redirect on the API's own host that a connector hands on is signed anew, up to the bound", async () => {
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
    services: { gateway: answering(calls, 302, "/v1/next") },
  });
  expect(calls.map(({ path }) => path)).toEqual([
    "/connectors/api.unknown.dev/v1/file",
    ...Array.from({ length: 3 }, () => "/connectors/api.unknown.dev/v1/next"),
  ]);
  expect(outputs).toEqual([[{ made: true }]]);
});

const ELSEWHERE = "https://files.example.com/signed?t=1";
const found: HttpAnswer = {
  status: 200,
  statusText: "OK",
  headers: { "content-type": "application/json" },
  body: Buffer.from('{"file":1}'),
};

test.each<[title: string, parameters: JsonObject, status: number, asked: string[], output: JsonObject]>([
  ["reading", { method: "GET" }, 302, [`GET ${ELSEWHERE}`], { file: 1 }],
  ["reading, for good", { method: "GET" }, 308, [`GET ${ELSEWHERE}`], { file: 1 }],
  ["sending, and then reading", { method: "POST" }, 303, [`GET ${ELSEWHERE}`], { file: 1 }],
  [
    "nothing, where redirects are answers",
    { method: "GET", options: { redirect: { redirect: { followRedirects: false } } } },
    302,
    [],
    { made: true },
  ],
  ["nothing, where it would have to be sent anew", { method: "POST" }, 307, [], { made: true }],
])(
  "an API's redirect to another host is followed without a connector by %s",
  async (_, parameters, status, asked, output) => {
    const elsewhere: HttpRequest[] = [];
    const { outputs } = await runNode({
      type: httpRequest,
      version: 4.2,
      parameters: {
        url: "https://api.unknown.dev/v1/file",
        ...byHeader,
        ...parameters,
        options: { response: { response: { neverError: true } }, ...(parameters.options as JsonObject) },
      },
      services: {
        gateway: answering([], status, ELSEWHERE),
        http: {
          send(request) {
            elsewhere.push(request);
            return Promise.resolve(found);
          },
        },
      },
    });
    expect(elsewhere.map(({ method, url }) => `${method} ${url}`)).toEqual(asked);
    expect(elsewhere.flatMap(({ headers }) => Object.keys(headers))).not.toContain("authorization");
    expect(outputs).toEqual([[output]]);
  },
);

test("what stands between a node and the service is told in its own words, not as the service's answer", async () => {
  const { error } = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: { url: "https://api.unknown.dev/v1", ...byHeader },
    services: { gateway: answering([], 403, undefined, "The person does not allow it.") },
  });
  expect(error?.message).toBe("The person does not allow it.");
});
