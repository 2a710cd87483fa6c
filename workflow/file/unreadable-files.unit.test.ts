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

function findProblem(file: unknown) {
  const read = readWorkflow(typeof file === "string" ? file : JSON.stringify(file));
  return "problem" in read ? read.problem : undefined;
}

const to = (name: string, index = 0) => ({ main: [[{ node: name, type: "main", index }]] });

describe("readWorkflow with an invalid file", () => {
  test.each<[string, unknown, object]>([
    ["empty text", "", { message: "The file is empty" }],
    ["a trailing comma", '{"nodes": [\n  {"name": "a",\n}\n]}', { line: 3 }],
    ["an unterminated string", '{\n"nodes": [],\n"name": "unfinished\n}', { line: 3 }],
    ["JSON followed by more text", '{"nodes": []}\n\nend', { line: 3 }],
    ["brackets that do not match", '{"nodes": [\n}', { line: 2 }],
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
    ["a field named __proto__", '{"nodes": [{"__proto__": {"polluted": true}}]}', { field: "__proto__" }],
    ["a number", "7", { message: "The file is not an n8n workflow: it has no nodes", field: "nodes" }],
    ["null", "null", { field: "nodes" }],
    ["another object", { name: "x" }, { field: "nodes" }],
    ["nodes that are not a list", { nodes: {} }, { message: "nodes must be a list", field: "nodes" }],
    ["no nodes", { nodes: [] }, { message: "The workflow has no nodes", field: "nodes" }],
    ["only a sticky note", { nodes: [node("N", { type: "n8n-nodes-base.stickyNote" })] }, { field: "nodes" }],
    ["several workflows", [{ nodes: [node("A")] }, { nodes: [node("B")] }], { message: /2 workflows/ }],
    ["a node that is not an object", { nodes: [7] }, { node: "nodes[0]" }],
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
      "a version that is not a number",
      { nodes: [node("A", { typeVersion: "new" })] },
      { node: "A", field: "typeVersion", message: "Node 'A': typeVersion has an invalid value" },
    ],
    [
      "parameters that are a list",
      { nodes: [node("A", { parameters: [] })] },
      { node: "A", field: "parameters" },
    ],
    ["two nodes of the same name", { nodes: [node("A"), node("A")] }, { node: "A", field: "name" }],
    ["connections that are a list", { nodes: [node("A")], connections: [] }, { field: "connections" }],
    [
      "a connection from a missing node",
      { nodes: [node("A")], connections: { B: to("A") } },
      {
        node: "B",
        field: "connections",
        message: "Node 'B': connections are declared for a node that is not in the file",
      },
    ],
    [
      "a connection to a missing node",
      { nodes: [node("A")], connections: { A: to("Gone") } },
      { node: "A", field: "connections.main[0]", message: /leads to 'Gone', which is not in the file/ },
    ],
    [
      "an unknown kind of connection",
      { nodes: [node("A")], connections: { A: { magic: [[{ node: "A" }]] } } },
      { field: "connections.magic" },
    ],
    [
      "a connection without a target",
      { nodes: [node("A")], connections: { A: { main: [[{ index: 0 }]] } } },
      { field: "connections.main[0][0]" },
    ],
    [
      "an input that no node has",
      { nodes: [node("A")], connections: { A: to("A", 1e9) } },
      { field: "connections.main[0][0]" },
    ],
  ])("names the problem of %s", (_, file, problem) => {
    const found = findProblem(file);
    expect(found).toBeDefined();
    for (const [name, value] of Object.entries(problem))
      if (value instanceof RegExp) expect(found).toHaveProperty(name, expect.stringMatching(value));
      else expect(found).toHaveProperty(name, value);
  });

  test("refuses a file with 20,000 nodes within 5 seconds", () => {
    const begun = performance.now();
    const nodes = Array.from({ length: 20_000 }, (_, index) => node(`Node ${index}`));
    expect(findProblem({ nodes, connections: {} })).toEqual({
      message: "The workflow has 20000 nodes; at most 2000 are supported",
      field: "nodes",
    });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test("refuses a file with more than 200,000 fields", () => {
    const parameters = { list: Array.from({ length: 200_001 }, () => 0) };
    expect(findProblem({ nodes: [node("A", { parameters })] })?.message).toMatch(/more than 200000 fields/);
  });

  test("refuses a file of 9 MB, because the limit is 8 MB", () => {
    expect(findProblem(" ".repeat(9 * 1024 * 1024))?.message).toBe(
      "The file is 9 MB; the limit for workflows is 8 MB",
    );
  });

  test("refuses too many connections", () => {
    const ends = Array.from({ length: 10_001 }, () => ({ node: "A", type: "main", index: 0 }));
    expect(findProblem({ nodes: [node("A")], connections: { A: { main: [ends] } } })).toMatchObject({
      node: "A",
      field: "connections",
    });
  });
});
