import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../model/item.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import type { ExpressionScope, OtherNode } from "../expression-scope.ts";

/** Wednesday, January 14, 2026, 15:30 in Berlin. */
export const NOW = new Date("2026-01-14T14:30:00.000Z");

export function createNode(name: string, parameters: JsonObject = {}): WorkflowNode {
  return {
    id: `id of ${name}`,
    name,
    type: "n8n-nodes-base.set",
    version: 3.4,
    position: [0, 0],
    parameters,
    disabled: false,
    executeOnce: false,
    alwaysOutputData: false,
    onError: "stopWorkflow",
    maxTries: 1,
    waitBetweenTriesMs: 0,
    credentials: [],
  };
}

export function createItems(...jsons: JsonObject[]): Item[] {
  return jsons.map((json) => ({ json }));
}

/** Creates another node that has run, with the items of its first output. */
export function createExecutedNode(
  name: string,
  items: readonly Item[],
  changes: Partial<OtherNode> = {},
): OtherNode {
  return {
    node: createNode(name, { operation: "get" }),
    executed: true,
    context: {},
    runIndex: 0,
    items: () => items,
    pairedItem: (index) => items[index] ?? { json: {} },
    ...changes,
  };
}

/** Creates the scope of an expression in tests: one item, no other node, a fixed time in Berlin. */
export function createScope(json: JsonValue, changes: Partial<ExpressionScope> = {}): ExpressionScope {
  return {
    node: createNode("Edit Fields", { mode: "manual", doubled: "={{ $json.n * 2 }}" }),
    workflow: { id: "w1", name: "Orders", timezone: "Europe/Berlin" },
    inputs: [[{ json: json as JsonObject }]],
    itemIndex: 0,
    runIndex: 0,
    execution: { id: "e1", mode: "test", resumeUrl: "https://stoa.example/resume" },
    previous: undefined,
    now: () => NOW,
    otherNode: () => undefined,
    ...changes,
  };
}
