import { describe, expect, test } from "vitest";
import type { JsonObject } from "../model/item.ts";
import { createServerCopy } from "./server-copy.ts";

const PATH = "3f0e2a54-7c7c-4b8f-9e0d-2f1f0c9f6a11";

const node = (name: string, type: string, more: JsonObject = {}): JsonObject => ({
  id: name,
  name,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});

const START = node("Start", "n8n-nodes-base.manualTrigger");

function copyServer(nodes: JsonObject[], more: JsonObject = {}, output = 0) {
  const file = { nodes, connections: {}, ...more };
  return createServerCopy({ file, trigger: "Start", output, path: PATH, runId: "run_1" }).copy;
}

describe("createServerCopy", () => {
  test("adds a webhook before the trigger, at the given path", () => {
    const { name, nodes, connections } = copyServer([START]);
    expect(name).toBe("Stoa run_1");
    expect(nodes[0]).toMatchObject({
      name: "Stoa",
      type: "n8n-nodes-base.webhook",
      webhookId: PATH,
      parameters: { httpMethod: "POST", path: PATH, responseMode: "lastNode" },
    });
    expect(nodes[1]).toMatchObject({ name: "Start", type: "n8n-nodes-base.set" });
    expect(connections.Stoa).toEqual({ main: [[{ node: "Start", type: "main", index: 0 }]] });
  });

  test.each([
    ["a node of the same name", [START, node("Stoa", "n8n-nodes-base.noOp")], "Stoa 2"],
    [
      "two nodes of the same name",
      [START, node("Stoa", "n8n-nodes-base.noOp"), node("Stoa 2", "n8n-nodes-base.noOp")],
      "Stoa 3",
    ],
  ])("distinguishes its nodes from %s", (_what, nodes, name) => {
    expect(copyServer(nodes).nodes[0]?.name).toBe(name);
  });

  test("waits for an enabled Respond to Webhook", () => {
    const respond = node("Respond", "n8n-nodes-base.respondToWebhook");
    expect(copyServer([START, respond]).nodes[0]?.parameters).toMatchObject({ responseMode: "responseNode" });
    expect(copyServer([START, { ...respond, disabled: true }]).nodes[0]?.parameters).toMatchObject({
      responseMode: "lastNode",
    });
  });

  test("contains only what the public API accepts, with credentials by ID", () => {
    const credentials = { httpHeaderAuth: { id: "7", name: "Mine" } };
    const { nodes, settings } = copyServer([START, node("A", "x.a", { credentials, color: 3, issues: {} })], {
      settings: { executionOrder: "v1", timezone: "Europe/Berlin", callerPolicy: "any", binaryMode: "x" },
      pinData: { A: [] },
    });
    expect(Object.keys(nodes[2] ?? {}).sort()).toEqual(
      ["credentials", "id", "name", "parameters", "position", "type", "typeVersion"].sort(),
    );
    expect(settings).toEqual({
      executionOrder: "v1",
      timezone: "Europe/Berlin",
      saveDataSuccessExecution: "all",
      saveDataErrorExecution: "all",
    });
  });

  test("adds fields that n8n requires", () => {
    expect(copyServer([START, { name: "A", type: "x.a" }]).nodes[2]).toEqual({
      name: "A",
      type: "x.a",
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    });
  });

  test.each([
    "n8n-nodes-base.scheduleTrigger",
    "n8n-nodes-base.webhook",
    "@n8n/n8n-nodes-langchain.chatTrigger",
    "n8n-nodes-base.gmailTrigger",
    "n8n-nodes-base.cron",
  ])("disables %s if it is not the trigger of the run", (type) => {
    expect(copyServer([START, node("Other", type)]).nodes[2]).toMatchObject({
      name: "Other",
      disabled: true,
    });
  });

  test("omits sub-nodes of the trigger and keeps the nodes that follow the trigger", () => {
    const next = [{ node: "A", type: "main", index: 0 }];
    const connections = {
      Start: { main: [[], next] },
      Memory: {
        ai_memory: [
          [
            { node: "Start", type: "ai_memory", index: 0 },
            { node: "Agent", type: "ai_memory", index: 0 },
          ],
        ],
      },
    };
    expect(copyServer([START], { connections }, 1).connections).toMatchObject({
      Start: { main: [next] },
      Memory: { ai_memory: [[{ node: "Agent", type: "ai_memory", index: 0 }]] },
    });
  });
});
