import { describe, expect, test } from "vitest";
import { findNodeType } from "./node-table.ts";

describe("findNodeType", () => {
  test.each([
    "manualTrigger",
    "set",
    "if",
    "merge",
    "splitInBatches",
    "httpRequest",
    "noOp",
    "extractFromFile",
  ])("finds %s, which takes items", (name) => {
    expect(findNodeType(`n8n-nodes-base.${name}`)?.execute).toBeDefined();
  });

  test.each([
    "n8n-nodes-base.httpRequestTool",
    "n8n-nodes-base.dateTimeTool",
    "@n8n/n8n-nodes-langchain.agentTool",
  ])("finds %s, which is a tool for agents", (name) => {
    expect(Object.keys(findNodeType(name)?.supplies ?? {})).toEqual(["ai_tool"]);
  });

  test("does not offer a trigger as a tool", () => {
    expect(findNodeType("n8n-nodes-base.webhookTool")).toBeUndefined();
  });

  test("reports why a service's trigger cannot start a run", () => {
    const type = findNodeType("n8n-nodes-base.slackTrigger");
    const why = type?.unsupported?.({} as never, {} as never);
    expect(why).toMatch(/waits for an event from a service/);
  });

  test.each(["n8n-nodes-base.teleport", "constructor", "__proto__", ""])("does not find '%s'", (name) => {
    expect(findNodeType(name)).toBeUndefined();
  });
});
