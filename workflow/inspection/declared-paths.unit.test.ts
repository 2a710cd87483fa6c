import { expect, test } from "vitest";
import type { JsonObject } from "../model/item.ts";
import { findNodeType } from "../nodes/node-table.ts";
import { createWorkflowFile } from "../testing/node-types.ts";
import { mergePathPatterns } from "./declared-paths.ts";
import { inspectWorkflow } from "./inspect-workflow.ts";

const MAILBOX = "/gmail/v1/users/me";

function listDeclared(...nodes: JsonObject[]): unknown {
  const named = Object.fromEntries(nodes.map((node, index) => [`Node ${index}`, node]));
  const file = createWorkflowFile(
    { Start: { type: "n8n-nodes-base.manualTrigger" }, ...named },
    nodes.map((_, index) => `${index === 0 ? "Start" : `Node ${index - 1}`} -> Node ${index}`),
  );
  return inspectWorkflow(JSON.stringify(file), findNodeType).declaration.connectors;
}

const gmail = (parameters: JsonObject) => ({ type: "n8n-nodes-base.gmail", typeVersion: 2.1, parameters });
const sheets = (parameters: JsonObject) => ({
  type: "n8n-nodes-base.googleSheets",
  typeVersion: 4.5,
  parameters: { documentId: "d1", sheetName: "Stock", ...parameters },
});

test("a workflow requests only the methods and paths that its Google nodes use", () => {
  expect(listDeclared(sheets({ operation: "read" }))).toEqual([
    { service: "google", methods: ["GET"], paths: ["/v4/spreadsheets/**"] },
  ]);
  expect(
    listDeclared(gmail({ operation: "markAsRead", messageId: "m1" }), sheets({ operation: "read" })),
  ).toEqual([
    {
      service: "google",
      methods: ["POST", "GET"],
      paths: [`${MAILBOX}/messages/*/modify`, "/v4/spreadsheets/**"],
    },
  ]);
});

test("a workflow requests all of a node's operations if an expression chooses the operation", () => {
  expect(listDeclared(sheets({ operation: "={{ $json.does }}" }))).toEqual([
    {
      service: "google",
      methods: ["GET", "POST", "DELETE"],
      paths: ["/drive/v3/files/*", "/v4/spreadsheets/**"],
    },
  ]);
});

test.each<[paths: string[], expected: string[]]>([
  [
    ["/b", "/a"],
    ["/a", "/b"],
  ],
  [
    ["/a/b", "/a/**", "/a", "/ab"],
    ["/a/**", "/ab"],
  ],
  [["/**", "/a"], ["/**"]],
  [Array.from({ length: 21 }, (_, index) => `/${index}`), ["/**"]],
])("merges %j into %j", (paths, expected) => {
  expect(mergePathPatterns(new Set(paths))).toEqual(expected);
});
