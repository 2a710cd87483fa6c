import type { JsonValue } from "@stoa/runtime/protocol";
import { describe, expect, test } from "vitest";
import { readWorkflow } from "./read-workflow.ts";

const node = (name: string, more: object = {}) => ({
  name,
  type: "n8n-nodes-base.noOp",
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});

function workflowFrom(file: unknown) {
  const read = readWorkflow(typeof file === "string" ? file : JSON.stringify(file));
  if ("problem" in read) throw new Error(read.problem.message);
  return read.workflow;
}

const to = (name: string, index = 0) => ({ main: [[{ node: name, type: "main", index }]] });

describe("readWorkflow", () => {
  test.each<[string, (file: object) => unknown]>([
    ["alone", (file) => file],
    ["in a list", (file) => [file]],
    ["as an API returns it", (file) => ({ data: file })],
    ["as a template", (file) => ({ workflow: file })],
    ["as a template's page", (file) => ({ workflow: { id: 1, workflow: file } })],
    ["with a byte order mark", (file) => `\uFEFF${JSON.stringify(file)}`],
  ])("reads a workflow %s", (_, wrapped) => {
    expect([...workflowFrom(wrapped({ nodes: [node("A")], connections: {} })).nodes.keys()]).toEqual(["A"]);
  });

  test("uses the execution order v0, UTC and empty names without settings", () => {
    expect(workflowFrom({ nodes: [node("A")] })).toMatchObject({
      id: "workflow",
      name: "Workflow",
      order: "v0",
      timezone: "UTC",
      connections: [],
      staticData: {},
    });
  });

  test.each([
    ["v1", "Europe/Berlin", "v1", "Europe/Berlin"],
    ["v0", "DEFAULT", "v0", "UTC"],
    ["v7", "Mars/Olympus", "v0", "UTC"],
  ])("reads the execution order %s and the time zone %s", (executionOrder, input, order, timezone) => {
    const settings = { executionOrder, timezone: input };
    expect(workflowFrom({ nodes: [node("A")], settings })).toMatchObject({ order, timezone });
  });

  test("leaves out sticky notes and their connections", () => {
    const { nodes, connections } = workflowFrom({
      nodes: [node("A"), node("Note", { type: "n8n-nodes-base.stickyNote" })],
      connections: { Note: to("A"), A: to("Note") },
    });
    expect([...nodes.keys()]).toEqual(["A"]);
    expect(connections).toEqual([]);
  });

  test("reads connections of every kind, and outputs without connections", () => {
    const { connections } = workflowFrom({
      nodes: [node("A"), node("B"), node("Model")],
      connections: {
        A: { main: [null, [null, { node: "B", type: "main", index: 2 }], []] },
        Model: { ai_languageModel: [[{ node: "A", type: "ai_languageModel", index: 0 }]] },
        B: null,
      },
    });
    expect(connections).toEqual([
      { kind: "main", from: "A", output: 1, to: "B", input: 2 },
      { kind: "ai_languageModel", from: "Model", output: 0, to: "A", input: 0 },
    ]);
  });

  test.each<[object, object]>([
    [{}, { maxTries: 1, waitBetweenTriesMs: 0, onError: "stopWorkflow", version: 1 }],
    [{ typeVersion: "3.4" }, { version: 3.4 }],
    [{ typeVersion: null }, { version: 1 }],
    [{ typeVersion: [1, 2.1] }, { version: 2.1 }],
    [
      { position: null, id: undefined },
      { position: [0, 0], id: "A" },
    ],
    [{ maxTries: 4 }, { maxTries: 1 }],
    [{ retryOnFail: true }, { maxTries: 3, waitBetweenTriesMs: 1_000 }],
    [
      { retryOnFail: true, maxTries: 99, waitBetweenTries: 60_000 },
      { maxTries: 5, waitBetweenTriesMs: 5_000 },
    ],
    [
      { retryOnFail: true, maxTries: 1, waitBetweenTries: 0 },
      { maxTries: 2, waitBetweenTriesMs: 0 },
    ],
    [{ continueOnFail: true }, { onError: "continueRegularOutput" }],
    [{ continueOnFail: true, onError: "stopWorkflow" }, { onError: "stopWorkflow" }],
    [{ onError: "continueErrorOutput" }, { onError: "continueErrorOutput" }],
    [
      { disabled: true, executeOnce: true, alwaysOutputData: true },
      { disabled: true, executeOnce: true, alwaysOutputData: true },
    ],
    [{ credentials: { slackApi: { id: "1", name: "secret" } } }, { credentials: ["slackApi"] }],
    [{ parameters: null }, { parameters: {} }],
  ])("reads a node of %j", (input, expected) => {
    expect(workflowFrom({ nodes: [node("A", input)] }).nodes.get("A")).toMatchObject(expected);
  });

  test("keeps pinned data in both forms, with files", () => {
    const pinned: { [name: string]: JsonValue } = {
      A: [{ json: { a: 1 } }, { plain: true }, 7],
      B: [{ json: {}, binary: { data: { data: "aGk=", mimeType: "text/plain", fileName: "hi.txt" } } }],
      Gone: [{ json: {} }],
    };
    const { pinned: found } = workflowFrom({ nodes: [node("A"), node("B")], pinData: pinned });
    expect([...found.keys()]).toEqual(["A", "B"]);
    expect(found.get("A")).toEqual([{ json: { a: 1 } }, { json: { plain: true } }, { json: { data: 7 } }]);
    expect(found.get("B")?.[0]?.binary?.data).toMatchObject({ mimeType: "text/plain", fileName: "hi.txt" });
    expect(Buffer.from(found.get("B")?.[0]?.binary?.data?.bytes ?? []).toString()).toBe("hi");
  });

  test("keeps static data that is text or an object", () => {
    const staticData = { global: { seen: 3 } };
    for (const input of [staticData, JSON.stringify(staticData)])
      expect(workflowFrom({ nodes: [node("A")], staticData: input }).staticData).toEqual(staticData);
    expect(workflowFrom({ nodes: [node("A")], staticData: "broken" }).staticData).toEqual({});
  });

  test("freezes parameters", () => {
    const read = workflowFrom({ nodes: [node("A", { parameters: { list: [{ a: 1 }] } })] }).nodes.get("A");
    expect(Object.isFrozen(read?.parameters.list)).toBe(true);
  });
});
