import type { NodeOfRun } from "@stoa/contract/runs";
import type { WorkflowDrawing } from "@stoa/contract/versions";

const createNode = (name: string, type: string, x: number, y: number, disabled = false) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  x,
  y,
  disabled,
});
const createConnection = (from: string, to: string, output = 0) => ({
  kind: "main",
  from,
  output,
  to,
  input: 0,
});

/** A workflow with a loop and an agent whose two sub-nodes are close to each other. */
export const DRAWING: WorkflowDrawing = {
  nodes: [
    createNode("When a message comes", "chatTrigger", -200, 0),
    createNode("Long?", "if", 20, 0),
    createNode("Agent", "agent", 260, -120),
    createNode("Model", "lmChatOpenAi", 220, 80),
    createNode("Memory", "memoryBufferWindow", 340, 80),
    createNode("Shorten the message", "set", 260, 240),
    createNode("Ask the weather", "httpRequest", 640, -120),
    createNode("Old path", "noOp", 640, 240, true),
  ],
  connections: [
    createConnection("When a message comes", "Long?"),
    createConnection("Long?", "Agent"),
    createConnection("Long?", "Shorten the message", 1),
    createConnection("Shorten the message", "Long?"),
    createConnection("Agent", "Ask the weather"),
    createConnection("Shorten the message", "Old path"),
    { kind: "ai_languageModel", from: "Model", output: 0, to: "Agent", input: 0 },
    { kind: "ai_memory", from: "Memory", output: 0, to: "Agent", input: 0 },
  ],
  pinned_nodes: 0,
  is_cut: false,
};

/** Returns a successful run of a node, with any overrides. */
export function createNodeRun(name: string, changes: Partial<NodeOfRun> = {}): NodeOfRun {
  return {
    node: name,
    within: null,
    serves: null,
    run: 0,
    state: "done",
    duration: 0.012,
    items_in: [1],
    items_out: [1],
    error: null,
    ...changes,
  };
}
