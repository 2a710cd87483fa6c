import type { NodeOfRun } from "@stoa/contract/runs";
import type { WorkflowDrawing } from "@stoa/contract/versions";

const node = (name: string, type: string, x: number, y: number, disabled = false) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  x,
  y,
  disabled,
});
const main = (from: string, to: string, output = 0) => ({ kind: "main", from, output, to, input: 0 });

/** A workflow with a loop and an agent whose two sub-nodes are close to each other. */
export const DRAWING: WorkflowDrawing = {
  nodes: [
    node("When a message comes", "chatTrigger", -200, 0),
    node("Long?", "if", 20, 0),
    node("Agent", "agent", 260, -120),
    node("Model", "lmChatOpenAi", 220, 80),
    node("Memory", "memoryBufferWindow", 340, 80),
    node("Shorten the message", "set", 260, 240),
    node("Ask the weather", "httpRequest", 640, -120),
    node("Old path", "noOp", 640, 240, true),
  ],
  connections: [
    main("When a message comes", "Long?"),
    main("Long?", "Agent"),
    main("Long?", "Shorten the message", 1),
    main("Shorten the message", "Long?"),
    main("Agent", "Ask the weather"),
    main("Shorten the message", "Old path"),
    { kind: "ai_languageModel", from: "Model", output: 0, to: "Agent", input: 0 },
    { kind: "ai_memory", from: "Memory", output: 0, to: "Agent", input: 0 },
  ],
  is_cut: false,
};

/** Returns a successful run of a node, with any overrides. */
export function ranNode(name: string, changes: Partial<NodeOfRun> = {}): NodeOfRun {
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
