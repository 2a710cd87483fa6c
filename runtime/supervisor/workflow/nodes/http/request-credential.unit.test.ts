import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import type { OutgoingCall } from "../../../declarative/run-connection.ts";
import type { JsonObject } from "../../model/item.ts";
import { runNode } from "../../testing/run-node.ts";
import { plainNode } from "../../testing/scripted-node.ts";
import { httpRequest } from "./http-request.ts";
import { unsignable } from "./request-credential.ts";

const node = (version: number, parameters: JsonObject) =>
  plainNode({ name: "Ask", type: "n8n-nodes-base.httpRequest", version, parameters });

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
    { connectors: [{ service: "slack", methods: ["GET"] }] },
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
  expect(httpRequest.needs?.(asked)).toEqual(expected);
  expect(unsignable(asked)).toBeUndefined();
});

test.each<[version: number, parameters: JsonObject]>([
  [
    4.2,
    {
      url: "https://api.unknown.dev/v1",
      authentication: "genericCredentialType",
      genericAuthType: "httpHeaderAuth",
    },
  ],
  [1, { url: "https://api.unknown.dev/v1", authentication: "headerAuth" }],
  [
    2,
    {
      url: "https://api.unknown.dev/v1",
      authentication: "predefinedCredentialType",
      nodeCredentialType: "calApi",
    },
  ],
])("a credential of nobody's connector is said to be missing, in version %s", (version, parameters) => {
  expect(unsignable(node(version, parameters))).toContain("at api.unknown.dev");
});

function answering(calls: OutgoingCall[]) {
  return {
    call(call: OutgoingCall) {
      calls.push(call);
      const answer = new IncomingMessage(new Socket());
      answer.statusCode = 200;
      answer.statusMessage = "OK";
      answer.headers = { "content-type": "application/json" };
      answer.push('{"made": true}');
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
