import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../protocol/index.ts";
import { readWorkflow } from "./read-workflow.ts";

const node = (name: string, more: object = {}) => ({
  name,
  type: "n8n-nodes-base.noOp",
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});

function problemOf(file: unknown) {
  const read = readWorkflow(typeof file === "string" ? file : JSON.stringify(file));
  return "problem" in read ? read.problem : undefined;
}

function workflowFrom(file: unknown) {
  const read = readWorkflow(typeof file === "string" ? file : JSON.stringify(file));
  if ("problem" in read) throw new Error(read.problem.message);
  return read.workflow;
}

const to = (name: string, index = 0) => ({ main: [[{ node: name, type: "main", index }]] });

describe("a file that cannot be read names what is wrong", () => {
  test.each<[string, unknown, object]>([
    ["empty text", "", { message: "The file is not valid JSON from line 1 on", line: 1 }],
    ["a comma too many", '{"nodes": [\n  {"name": "a",\n}\n]}', { line: 3 }],
    ["a text without an end", '{\n"nodes": [],\n"name": "unfinished\n}', { line: 3 }],
    ["JSON with more behind it", '{"nodes": []}\n\nend', { line: 3 }],
    ["brackets that do not fit", '{"nodes": [\n}', { line: 2 }],
    [
      "a million brackets",
      "[".repeat(1_000_000),
      { message: "The file is nested more than 100 levels deep" },
    ],
    ["brackets in a text", JSON.stringify({ name: '[{"'.repeat(200) }), { message: /has no nodes/ }],
    [
      "deep nesting",
      `{"nodes":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
      { message: "The file is nested more than 100 levels deep" },
    ],
    ["a prototype", '{"nodes": [{"__proto__": {"polluted": true}}]}', { field: "__proto__" }],
    ["a number", "7", { message: "The file has no nodes: it is not an n8n workflow", field: "nodes" }],
    ["null", "null", { field: "nodes" }],
    ["another object", { name: "x" }, { field: "nodes" }],
    ["nodes that are no list", { nodes: {} }, { message: "nodes is to be a list", field: "nodes" }],
    ["no nodes", { nodes: [] }, { message: "The workflow has no nodes", field: "nodes" }],
    ["nothing but a note", { nodes: [node("N", { type: "n8n-nodes-base.stickyNote" })] }, { field: "nodes" }],
    ["several workflows", [{ nodes: [node("A")] }, { nodes: [node("B")] }], { message: /2 workflows/ }],
    ["a node that is no object", { nodes: [7] }, { node: "nodes[0]" }],
    [
      "a node without a name",
      { nodes: [node("A"), { type: "x" }] },
      { node: "nodes[1]", field: "name", message: "Node 'nodes[1]': name is missing" },
    ],
    [
      "a node without a type",
      { nodes: [{ name: "A" }] },
      { message: "Node 'A': type is missing", field: "type" },
    ],
    [
      "a version that is no number",
      { nodes: [node("A", { typeVersion: "new" })] },
      { node: "A", field: "typeVersion", message: "Node 'A': typeVersion is not what n8n writes there" },
    ],
    [
      "parameters that are a list",
      { nodes: [node("A", { parameters: [] })] },
      { node: "A", field: "parameters" },
    ],
    ["two nodes of a name", { nodes: [node("A"), node("A")] }, { node: "A", field: "name" }],
    ["connections that are a list", { nodes: [node("A")], connections: [] }, { field: "connections" }],
    [
      "an arrow from nowhere",
      { nodes: [node("A")], connections: { B: to("A") } },
      {
        node: "B",
        field: "connections",
        message: "Node 'B': connections begins connections, but the file has no such node",
      },
    ],
    [
      "an arrow to nowhere",
      { nodes: [node("A")], connections: { A: to("Gone") } },
      { node: "A", field: "connections.main[0]", message: /leads to 'Gone', which the file does not have/ },
    ],
    [
      "a kind of arrow that is not known",
      { nodes: [node("A")], connections: { A: { magic: [[{ node: "A" }]] } } },
      { field: "connections.magic" },
    ],
    [
      "an arrow without an end",
      { nodes: [node("A")], connections: { A: { main: [[{ index: 0 }]] } } },
      { field: "connections.main[0][0]" },
    ],
    [
      "an input that no node has",
      { nodes: [node("A")], connections: { A: to("A", 1e9) } },
      { field: "connections.main[0][0]" },
    ],
  ])("%s", (_, file, problem) => {
    const found = problemOf(file);
    expect(found).toBeDefined();
    for (const [name, value] of Object.entries(problem))
      if (value instanceof RegExp) expect(found).toHaveProperty(name, expect.stringMatching(value));
      else expect(found).toHaveProperty(name, value);
  });

  test("20,000 nodes, within seconds", () => {
    const begun = performance.now();
    const nodes = Array.from({ length: 20_000 }, (_, index) => node(`Node ${index}`));
    expect(problemOf({ nodes, connections: {} })).toEqual({
      message: "The workflow has 20000 nodes; at most 2000 are run",
      field: "nodes",
    });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test("more values than a table has", () => {
    const parameters = { list: Array.from({ length: 200_001 }, () => 0) };
    expect(problemOf({ nodes: [node("A", { parameters })] })?.message).toMatch(/more than 200000 fields/);
  });

  test("9 MB", () => {
    expect(problemOf(" ".repeat(9 * 1024 * 1024))?.message).toBe(
      "The file has 9 MB; a workflow has at most 8",
    );
  });

  test("more connections than are kept", () => {
    const ends = Array.from({ length: 10_001 }, () => ({ node: "A", type: "main", index: 0 }));
    expect(problemOf({ nodes: [node("A")], connections: { A: { main: [ends] } } })).toMatchObject({
      node: "A",
      field: "connections",
    });
  });
});

describe("a file that can be read", () => {
  test.each<[string, (file: object) => unknown]>([
    ["alone", (file) => file],
    ["in a list", (file) => [file]],
    ["as an API gives it", (file) => ({ data: file })],
    ["as a template", (file) => ({ workflow: file })],
    ["as a template's page", (file) => ({ workflow: { id: 1, workflow: file } })],
    ["with a mark at its beginning", (file) => `\uFEFF${JSON.stringify(file)}`],
  ])("%s", (_, wrapped) => {
    expect([...workflowFrom(wrapped({ nodes: [node("A")], connections: {} })).nodes.keys()]).toEqual(["A"]);
  });

  test("without settings has the old order, UTC and no names", () => {
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
  ])("with settings %s and %s", (executionOrder, given, order, timezone) => {
    const settings = { executionOrder, timezone: given };
    expect(workflowFrom({ nodes: [node("A")], settings })).toMatchObject({ order, timezone });
  });

  test("leaves out notes and what is joined to them", () => {
    const { nodes, connections } = workflowFrom({
      nodes: [node("A"), node("Note", { type: "n8n-nodes-base.stickyNote" })],
      connections: { Note: to("A"), A: to("Note") },
    });
    expect([...nodes.keys()]).toEqual(["A"]);
    expect(connections).toEqual([]);
  });

  test("takes arrows of every kind, with outputs that nothing is joined to", () => {
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
  ])("a node of %j", (given, expected) => {
    expect(workflowFrom({ nodes: [node("A", given)] }).nodes.get("A")).toMatchObject(expected);
  });

  test("keeps pinned output in both forms, with files", () => {
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

  test("keeps static data, as text or as an object", () => {
    const staticData = { global: { seen: 3 } };
    for (const given of [staticData, JSON.stringify(staticData)])
      expect(workflowFrom({ nodes: [node("A")], staticData: given }).staticData).toEqual(staticData);
    expect(workflowFrom({ nodes: [node("A")], staticData: "broken" }).staticData).toEqual({});
  });

  test("parameters cannot be changed by a run", () => {
    const read = workflowFrom({ nodes: [node("A", { parameters: { list: [{ a: 1 }] } })] }).nodes.get("A");
    expect(Object.isFrozen(read?.parameters.list)).toBe(true);
  });
});
