import { describe, expect, test } from "vitest";
import { findNodeType } from "./node-table.ts";

describe("a type of node by its name", () => {
  test.each([
    "manualTrigger",
    "set",
    "if",
    "merge",
    "splitInBatches",
    "httpRequest",
    "noOp",
    "extractFromFile",
  ])("%s takes items", (name) => {
    expect(findNodeType(`n8n-nodes-base.${name}`)?.execute).toBeDefined();
  });

  test.each([
    "n8n-nodes-base.httpRequestTool",
    "n8n-nodes-base.dateTimeTool",
    "@n8n/n8n-nodes-langchain.agentTool",
  ])("%s serves an agent", (name) => {
    expect(Object.keys(findNodeType(name)?.supplies ?? {})).toEqual(["ai_tool"]);
  });

  test("a trigger is no tool", () => {
    expect(findNodeType("n8n-nodes-base.webhookTool")).toBeUndefined();
  });

  test("a trigger of a service says why it cannot begin a run", () => {
    const type = findNodeType("n8n-nodes-base.slackTrigger");
    const why = type?.unsupported?.({} as never, {} as never);
    expect(why).toMatch(/waits for an event of a service/);
  });

  test.each(["n8n-nodes-base.teleport", "constructor", "__proto__", ""])("'%s' is none", (name) => {
    expect(findNodeType(name)).toBeUndefined();
  });
});
