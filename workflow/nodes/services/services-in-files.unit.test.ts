import { describe, expect, it } from "vitest";
import { createCoverageReport } from "../../inspection/coverage-report.ts";
import { inspectWorkflow } from "../../inspection/inspect-workflow.ts";
import type { JsonObject } from "../../model/item.ts";
import { runWorkflowFile } from "../../testing/run-workflow.ts";
import { findNodeType } from "../node-table.ts";
import { createScriptedService } from "./scripted-service.fixture.ts";

/** Creates a file with a manual trigger and one node. */
function fileWith(type: string, typeVersion: number, parameters: JsonObject): JsonObject {
  return {
    name: "Services",
    nodes: [
      {
        id: "1",
        name: "Start",
        type: "n8n-nodes-base.manualTrigger",
        typeVersion: 1,
        position: [0, 0],
        parameters: {},
      },
      {
        id: "2",
        name: "Service",
        type: `n8n-nodes-base.${type}`,
        typeVersion,
        position: [200, 0],
        parameters,
      },
    ],
    connections: { Start: { main: [[{ node: "Service", type: "main", index: 0 }]] } },
  };
}

const USES: [type: string, version: number, parameters: JsonObject, connector: object, hosts: string[]][] = [
  ["slack", 2.3, { text: "Hi" }, { service: "slack", methods: ["POST"] }, []],
  ["slack", 1, { resource: "file" }, { service: "slack", methods: ["POST"] }, ["files.slack.com"]],
  ["telegram", 1.2, {}, { service: "telegram", methods: ["POST"] }, []],
  ["airtable", 2.1, { operation: "search" }, { service: "airtable", methods: ["GET"] }, []],
  ["airtable", 2, { operation: "create" }, { service: "airtable", methods: ["POST"] }, []],
  ["notion", 2.2, {}, { service: "notion", methods: ["POST"] }, []],
  ["emailSend", 1, {}, { service: "smtp", methods: ["POST"] }, []],
  ["jira", 1, {}, { service: "jira", methods: ["POST"], paths: ["/rest/api/2/issue"] }, []],
  [
    "trello",
    1,
    { operation: "update", id: "c1" },
    { service: "trello", methods: ["PUT"], paths: ["/cards/*"] },
    [],
  ],
  [
    "clickUp",
    1,
    { resource: "list", operation: "getAll" },
    { service: "clickup", methods: ["GET"], paths: ["/v2/folder/*/list", "/v2/space/*/list"] },
    [],
  ],
  [
    "postgres",
    2.4,
    { operation: "select" },
    { service: "postgres", methods: ["POST"], paths: ["/query"] },
    [],
  ],
];

describe("A file with a service", () => {
  it.each(USES)(
    "declares the connector and hosts of %s version %s with %j",
    (type, version, parameters, connector, hosts) => {
      const report = createCoverageReport(JSON.stringify(fileWith(type, version, parameters)), findNodeType);
      expect(report).toMatchObject({ runs: true, connectors: [connector], hosts });
    },
  );

  it.each([
    ["slack", 2.3],
    ["telegram", 1.2],
    ["emailSend", 2.1],
  ])("the upload reports that %s version %s waits for an answer", (type, version) => {
    const file = JSON.stringify(fileWith(type, version, { operation: "sendAndWait" }));
    expect(createCoverageReport(file, findNodeType)).toMatchObject({
      runs: true,
      unsupported: [],
      waiting: ["Service"],
    });
    expect(inspectWorkflow(file, findNodeType).coverage).toContain(
      "waits for an answer at 'Service': in a conversation, the next message is the answer, whenever it comes; in other runs, the answer must arrive within the run's time limit, at most 600 seconds",
    );
  });

  it.each([
    [
      "airtable",
      2,
      { operation: "append" },
      "the operation 'append' of the resource 'record' is not supported",
    ],
    ["hunter", 1, { operation: "count" }, "the operation 'count' of the resource 'email' is not supported"],
    ["stripe", 1, { resource: "token" }, "the operation '' of the resource 'token' is not supported"],
    [
      "pipedrive",
      1,
      { resolveProperties: true },
      "custom properties by name are not supported. Use their keys, and turn off 'Encode' and 'Resolve Properties'",
    ],
  ])(
    "the coverage report names what %s version %s does not support with %j",
    (type, version, parameters, reason) => {
      const file = JSON.stringify(fileWith(type, version, parameters));
      expect(createCoverageReport(file, findNodeType)).toMatchObject({ unsupported: [{ reason }] });
    },
  );
});

describe("At run time", () => {
  it("stops at the node with the server's explanation if the caller has no such connector", async () => {
    const { gateway } = createScriptedService([
      {
        status: 403,
        headers: { "x-stoa-error": "no_connector" },
        body: { error: "no_connector", detail: "The caller has no Slack connector." },
      },
    ]);
    const { error } = await runWorkflowFile({
      file: fileWith("slack", 2.3, { select: "channel", channelId: "C1", text: "Hi" }),
      services: { gateway },
    });
    expect(error).toMatchObject({
      node: "Service",
      message: "The caller has no Slack connector.",
    });
  });

  it.each(["slackTool", "telegramTool", "emailSendTool", "notionTool", "airtableTool"])(
    "%s is a tool for agents and does not process items",
    (type) => {
      const node = findNodeType(`n8n-nodes-base.${type}`);
      expect(node?.supplies?.ai_tool).toBeDefined();
      expect(node?.execute).toBeUndefined();
    },
  );
});
