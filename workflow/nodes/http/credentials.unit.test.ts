import { expect, test } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { createNode } from "../../testing/scripted-node.ts";
import { explainUnsignable } from "./credentials.ts";
import { httpRequest } from "./http-request.ts";

const node = (version: number, parameters: JsonObject) =>
  createNode({ name: "Ask", type: "n8n-nodes-base.httpRequest", version, parameters });

const buildWorkflow = (nodes: readonly WorkflowNode[]): Workflow => ({
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
  ["a URL from an expression", 4.2, { url: "={{ $json.url }}" }, { hosts: [undefined] }],
  [
    "a host before an expression",
    4.2,
    { url: "=https://example.com/{{ $json.id }}" },
    { hosts: ["example.com"] },
  ],
  [
    "a host that ends in an expression",
    4.2,
    { url: "=https://example.com{{ $json.id }}" },
    { hosts: [undefined] },
  ],
  [
    "a service identified by its credential",
    4.2,
    OPENAI,
    { connectors: [{ service: "openai", methods: ["POST"] }] },
  ],
  [
    "a service identified by its host, regardless of its credential",
    4.1,
    {
      url: "=https://slack.com/api/{{ $json.what }}",
      authentication: "genericCredentialType",
      genericAuthType: "httpHeaderAuth",
    },
    { connectors: [{ service: "slack", methods: ["POST"] }] },
  ],
  [
    "a service identified by its credential if the URL is known only at run time",
    4.2,
    {
      url: "={{ $json.url }}",
      authentication: "predefinedCredentialType",
      nodeCredentialType: "airtableTokenApi",
    },
    { connectors: [{ service: "airtable", methods: ["GET"] }] },
  ],
])("finds the connectors that a request needs for %s", (_, version, parameters, expected) => {
  const httpNode = node(version, parameters);
  const workflow = buildWorkflow([httpNode]);
  expect(httpRequest.needs?.(httpNode, workflow)).toEqual(expected);
  expect(explainUnsignable(httpNode, workflow)).toBeUndefined();
});

const byHeader: JsonObject = { authentication: "genericCredentialType", genericAuthType: "httpHeaderAuth" };

const edits = (name: string, version: number, parameters: JsonObject) =>
  createNode({ name, type: "n8n-nodes-base.set", version, parameters });

test.each<[title: string, version: number, parameters: JsonObject, others: WorkflowNode[]]>([
  ["a literal host", 4.2, { url: "https://api.unknown.dev/v1", ...byHeader }, []],
  ["legacy credential names", 1, { url: "https://api.unknown.dev/v1", authentication: "headerAuth" }, []],
  [
    "a credential type of a service without a connector",
    2,
    {
      url: "https://API.unknown.dev/v1",
      authentication: "predefinedCredentialType",
      nodeCredentialType: "calApi",
    },
    [],
  ],
  [
    "a credential type of a service other than the requested one",
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
    "a host that an earlier node writes",
    4.2,
    { url: "={{$json.base}}/v1", ...byHeader },
    [
      edits("Config", 1, { values: { string: [{ name: "base", value: "https://api.unknown.dev" }] } }),
      edits("Carry", 3.4, { assignments: { assignments: [{ name: "base", value: "={{ $json.base }}" }] } }),
    ],
  ],
])(
  "uses the host's connector for an API that has no service connector: %s",
  (_, version, parameters, others) => {
    const httpNode = node(version, parameters);
    const workflow = buildWorkflow([httpNode, ...others]);
    expect(explainUnsignable(httpNode, workflow)).toBeUndefined();
    expect(httpRequest.needs?.(httpNode, workflow)).toEqual({
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
  ["an expression completes", "=https://api.{{ $json.where }}/v1", "*"],
  ["has different URLs in two nodes", "={{ $json.base }}/v1", "*"],
  ["is not reached over https", "http://api.unknown.dev/v1", "http://api.unknown.dev"],
  ["is an IP address", "https://10.0.0.1:9925/v1", "https://10.0.0.1:9925"],
  ["is the author's own machine", "=http://LOCALHOST:80/{{ $json.id }}", "http://localhost"],
  ["is a name in the author's own network", "https://n8n:5678/v1", "https://n8n:5678"],
])("lets the caller choose a server that %s", (_, url, service) => {
  const httpNode = node(4.2, { url, ...byHeader });
  const workflow = buildWorkflow([httpNode, ...inTwoWays]);
  expect(explainUnsignable(httpNode, workflow)).toBeUndefined();
  expect(httpRequest.needs?.(httpNode, workflow)).toEqual({ connectors: [{ service, methods: ["GET"] }] });
});

test.each(["httpDigestAuth", "aws"])("does not support the credential type %s", (genericAuthType) => {
  const httpNode = node(4.2, {
    url: "https://api.unknown.dev",
    authentication: "genericCredentialType",
    genericAuthType,
  });
  expect(explainUnsignable(httpNode, buildWorkflow([httpNode]))).toContain("signs each request");
  expect(httpRequest.needs?.(httpNode, buildWorkflow([httpNode])).connectors).toBeUndefined();
});

test.each(["oAuth1Api", "twitterOAuth1Api"])(
  "uses the host's connector for an API with the credential type %s",
  (kind) => {
    const httpNode = node(4.2, {
      url: "https://upload.unknown.dev/1.1/media",
      authentication: "predefinedCredentialType",
      nodeCredentialType: kind,
    });
    expect(explainUnsignable(httpNode, buildWorkflow([httpNode]))).toBeUndefined();
    expect(httpRequest.needs?.(httpNode, buildWorkflow([httpNode]))).toEqual({
      connectors: [{ service: "upload.unknown.dev", methods: ["GET"] }],
    });
  },
);
