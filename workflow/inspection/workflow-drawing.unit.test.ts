import { expect, test } from "vitest";
import { drawWorkflow } from "./workflow-drawing.ts";

const node = (name: string, more: object = {}) => ({
  name,
  type: "n8n-nodes-base.noOp",
  typeVersion: 1,
  position: [10, 20],
  parameters: {},
  ...more,
});
const toFile = (nodes: object[], connections: object = {}) => JSON.stringify({ nodes, connections });
const to = (name: string, type = "main") => [{ node: name, type, index: 0 }];

test("draws nodes at their positions, without sticky notes, and their connections", () => {
  const file = toFile(
    [
      node("A"),
      node("B", { disabled: true, position: [-3.5, 4] }),
      node("Model", { type: "@n8n/n8n-nodes-langchain.lmChatOpenAi" }),
      node("Note", { type: "n8n-nodes-base.stickyNote" }),
    ],
    { A: { main: [to("B")] }, Model: { ai_languageModel: [to("A", "ai_languageModel")] } },
  );
  expect(drawWorkflow(file)).toEqual({
    nodes: [
      { name: "A", type: "n8n-nodes-base.noOp", x: 10, y: 20, disabled: false },
      { name: "B", type: "n8n-nodes-base.noOp", x: -3.5, y: 4, disabled: true },
      { name: "Model", type: "@n8n/n8n-nodes-langchain.lmChatOpenAi", x: 10, y: 20, disabled: false },
    ],
    connections: [
      { kind: "main", from: "A", output: 0, to: "B", input: 0 },
      { kind: "ai_languageModel", from: "Model", output: 0, to: "A", input: 0 },
    ],
    isCut: false,
    pinnedNodes: 0,
  });
});

test("draws the first 500 of 1,000 nodes within a second", () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `n${index}`);
  const connections = Object.fromEntries(
    names.map((name, index) => [name, { main: [to(names[index + 1] ?? "n0")] }]),
  );
  const file = toFile(
    names.map((name) => node(name)),
    connections,
  );
  const begun = performance.now();
  const drawing = drawWorkflow(file);
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect(drawing).toMatchObject({ isCut: true });
  expect(drawing?.nodes).toHaveLength(500);
  expect(drawing?.connections).toHaveLength(499);
});

test("returns no diagram for a file that cannot be read", () => {
  expect(drawWorkflow("{")).toBeUndefined();
  expect(drawWorkflow("[".repeat(100_000))).toBeUndefined();
});
