import { expect, test } from "vitest";
import { findNodeType } from "../nodes/node-table.ts";
import { inspectWorkflow } from "./inspect-workflow.ts";

const FILE = {
  name: "Flow",
  nodes: [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0] },
    { name: "Ship", type: "n8n-nodes-base.ship", typeVersion: 1, position: [200, 0] },
    {
      name: "Ask",
      type: "n8n-nodes-base.httpRequest",
      typeVersion: 4.2,
      position: [400, 0],
      parameters: { url: "https://example.com" },
    },
  ],
  connections: {
    Start: { main: [[{ node: "Ship", type: "main", index: 0 }]] },
    Ship: { main: [[{ node: "Ask", type: "main", index: 0 }]] },
  },
};

const inspected = (meta: object, file: object = FILE) =>
  inspectWorkflow(JSON.stringify({ ...file, meta }), findNodeType);

test("accepts any nodes on the developer's own server without requesting Stoa's services", () => {
  const { entry, entryProblem, coverage, declaration } = inspected({ stoa: { engine: "n8n" } });
  expect(entryProblem).toBeUndefined();
  expect(entry).toMatchObject({ name: "Start", engine: "n8n" });
  expect(declaration).toMatchObject({ models: [], connectors: [], hosts: [] });
  expect(coverage).toBe(
    "its 3 nodes run on your own n8n server, as set in your n8n connector; runs start at 'Start'; the caller's input is sent to that server",
  );
});

test("refuses unsupported nodes if the file does not choose the developer's own server", () => {
  expect(inspected({}).entryProblem?.message).toContain("'Ship'");
  expect(inspected({ stoa: { engine: "other" } }).entryProblem?.message).toContain("'Ship'");
});

test("refuses a file without a trigger for any engine", () => {
  const nodes = [{ ...FILE.nodes[0], type: "n8n-nodes-base.telegramTrigger" }];
  const { entryProblem } = inspected({ stoa: { engine: "n8n" } }, { ...FILE, nodes, connections: {} });
  expect(entryProblem?.message).toContain("waits for an event from a service");
});
