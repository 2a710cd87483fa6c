import { expect, test } from "vitest";
import { findNodeType } from "../nodes/node-table.ts";
import { drawn } from "../testing/plain-types.ts";
import { coverageOf } from "./coverage-report.ts";

const chooses = (type: string, parameters: object, typeVersion: number) => {
  const file = drawn(
    { Start: "n8n-nodes-base.manualTrigger", Node: { type, typeVersion, parameters: { ...parameters } } },
    ["Start -> Node"],
  );
  return coverageOf(JSON.stringify(file), findNodeType);
};

const NEXT = {
  url: "https://a.example",
  options: { pagination: { pagination: { paginationMode: "responseContainsNextURL" } } },
};
const IMAGE = { messages: { messageValues: [{ messageType: "imageUrl", imageUrl: "={{ $json.url }}" }] } };

test.each([
  ["n8n-nodes-base.code", { jsCode: "return items" }, 2, true],
  ["n8n-nodes-base.function", { functionCode: "return items" }, 1, true],
  ["n8n-nodes-base.functionItem", { functionCode: "return item" }, 1, true],
  ["n8n-nodes-base.httpRequest", NEXT, 4.2, true],
  ["n8n-nodes-base.httpRequest", { url: "https://a.example" }, 4.2, false],
  ["n8n-nodes-base.executeWorkflow", { source: "parameter", workflowJson: "{}" }, 1, true],
  ["@n8n/n8n-nodes-langchain.chainLlm", IMAGE, 1.4, true],
  ["@n8n/n8n-nodes-langchain.chainLlm", {}, 1.4, false],
  ["@n8n/n8n-nodes-langchain.openAi", { resource: "image", operation: "analyze" }, 1.8, true],
  ["@n8n/n8n-nodes-langchain.googleGemini", { resource: "image", operation: "analyze" }, 1, true],
  ["@n8n/n8n-nodes-langchain.anthropic", { resource: "image", operation: "analyze" }, 1, true],
])("%s with %j is told to choose its hosts: %s", (type, parameters, version, expected) => {
  expect(chooses(type, parameters, version)).toMatchObject({ choosesHosts: expected });
});
