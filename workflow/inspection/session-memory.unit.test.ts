import { expect, test } from "vitest";
import { findNodeType } from "../nodes/node-table.ts";
import { inspectWorkflow } from "./inspect-workflow.ts";

const AI = "@n8n/n8n-nodes-langchain";
const place = { position: [0, 0], parameters: {} };
const NODES = {
  chat: { name: "Start", type: `${AI}.chatTrigger`, typeVersion: 1.1, ...place },
  manual: { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, ...place },
  agent: { name: "Agent", type: `${AI}.agent`, typeVersion: 1.7, ...place },
  model: { name: "Model", type: `${AI}.lmChatOpenAi`, typeVersion: 1, ...place },
  memory: { name: "Memory", type: `${AI}.memoryBufferWindow`, typeVersion: 1.3, ...place },
};

const attach = (kind: string, node: string) => ({ [kind]: [[{ node, type: kind, index: 0 }]] });

/** Returns what a chat agent's workflow gets of a conversation. */
function findMemory(
  trigger: object,
  { memory = NODES.memory, to = "Agent", stoa = {} }: { memory?: object; to?: string; stoa?: object } = {},
): string | undefined {
  const file = {
    nodes: [trigger, NODES.agent, NODES.model, memory],
    connections: {
      Start: attach("main", "Agent"),
      Model: attach("ai_languageModel", "Agent"),
      Memory: attach("ai_memory", to),
    },
    meta: { stoa },
  };
  const { entry, entryProblem } = inspectWorkflow(JSON.stringify(file), findNodeType);
  expect(entryProblem).toBeUndefined();
  return entry?.memory;
}

test("a chat trigger with a memory gets the conversation as its session", () => {
  expect(findMemory(NODES.chat)).toBe("session");
});

test.each([
  ["another trigger", NODES.manual, {}],
  ["a disabled memory", NODES.chat, { memory: { ...NODES.memory, disabled: true } }],
  ["a memory of the trigger alone", NODES.chat, { to: "Start" }],
  ["its developer's own server", NODES.chat, { stoa: { engine: "n8n" } }],
])("a workflow with %s gets the message alone", (_case, trigger, changes) => {
  expect(findMemory(trigger, changes)).toBeUndefined();
});
