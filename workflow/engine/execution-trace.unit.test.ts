import { describe, expect, test } from "vitest";
import { readWorkflow } from "../file/index.ts";
import type { JsonObject } from "../model/item.ts";
import { createWorkflowFile, PLAIN_TYPES } from "../testing/node-types.ts";
import { runWorkflowFile } from "../testing/run-workflow.ts";
import { createScriptedServices } from "../testing/scripted-services.ts";
import type { NodeTrace } from "./execution-events.ts";
import { ExecutionTrace } from "./execution-trace.ts";
import { previewItems } from "./item-preview.ts";
import { runWorkflow } from "./run-workflow.ts";

const items = (...values: JsonObject[]) => values.map((json) => ({ json }));
const shown = (json: JsonObject) => previewItems([items(json)], 1e6).items[0]?.[0];

/** Reports `rounds` runs of each of `nodes` nodes, which alternate. Every run has the same output. */
function traceNodes(nodes: number, rounds: number, input: JsonObject = {}, error?: string): NodeTrace[] {
  const traces: NodeTrace[] = [];
  const trace = new ExecutionTrace({ onNodeEnd: (ended) => traces.push(ended) });
  for (let runIndex = 0; runIndex < rounds; runIndex++)
    for (let node = 0; node < nodes; node++)
      trace.endNode({
        node: `Node ${node}`,
        within: undefined,
        runIndex,
        begun: 0,
        inputs: [],
        outputs: [items(input)],
        ...(error !== undefined && { error }),
      });
  trace.finish();
  return traces;
}

describe("a trace", () => {
  test("includes every run of nodes that ran a few times", () => {
    expect(traceNodes(3, 2).map(({ node, runIndex }) => [node, runIndex])).toEqual([
      ["Node 0", 0],
      ["Node 1", 0],
      ["Node 2", 0],
      ["Node 0", 1],
      ["Node 1", 1],
      ["Node 2", 1],
    ]);
  });

  test("includes the first and the last iterations of a loop", () => {
    const runs = traceNodes(2, 500).filter(({ node }) => node === "Node 1");
    expect(runs.map(({ runIndex }) => runIndex)).toEqual([
      ...Array.from({ length: 25 }, (_, run) => run),
      499,
    ]);
  });

  test("includes as many node runs as a run's log can keep", () => {
    expect(traceNodes(2_000, 3)).toHaveLength(1_000);
  });

  test("includes errors in full until a run's errors reach half a million characters", () => {
    const errors = traceNodes(100, 1, {}, "x".repeat(10_000)).map(({ error = "" }) => error);
    expect(errors.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => "x".repeat(10_000)));
    expect(errors[99]).toMatch(/^x{440}\n\.\.\. 9,560 more characters$/);
  });

  test("includes the iteration in which a loop was stopped at its limit", async () => {
    const file = createWorkflowFile({ Start: "n8n-nodes-base.manualTrigger", A: "own.pass", B: "own.pass" }, [
      "Start -> A",
      "A -> B",
      "B -> A",
    ]);
    const { traces } = await runWorkflowFile({ file, types: PLAIN_TYPES, limits: { nodeRuns: 5_000 } });
    expect(traces).toHaveLength(1 + 2 * 26);
    expect(traces.at(-1)?.runIndex).toBeGreaterThan(2_000);
    expect(traces.at(-1)?.error).toMatch(/5000 node runs/);
  });

  test("leaves half of its space to items of nodes that first run after a long loop", () => {
    const long = { text: "x".repeat(400), more: Array.from({ length: 20 }, () => "y".repeat(400)) };
    const traces = traceNodes(12, 25, long);
    const chars = traces.map((trace) => JSON.stringify(trace.items).length);
    expect(chars.reduce((a, b) => a + b, 0)).toBeLessThan(256 * 1024);
    const late: NodeTrace[] = [];
    const trace = new ExecutionTrace({ onNodeEnd: (ended) => late.push(ended) });
    const run = { within: undefined, begun: 0, inputs: [], outputs: [items(long)] };
    for (let runIndex = 0; runIndex < 40; runIndex++) trace.endNode({ ...run, node: "Loop", runIndex });
    trace.endNode({ ...run, node: "After", runIndex: 0 });
    expect(late.at(-1)?.items).not.toEqual([]);
  });
});

describe("the preview of items", () => {
  test("shows the first five of 10,000 items and does not grow with their number", async () => {
    const file = createWorkflowFile({ Start: "n8n-nodes-base.manualTrigger", Pass: "own.pass" }, [
      "Start -> Pass",
    ]);
    const input = Array.from({ length: 10_000 }, (_, id) => ({ id, text: "x".repeat(1_000) }));
    const { traces, nodes } = await runWorkflowFile({ file, input, types: PLAIN_TYPES });
    expect(nodes.Pass?.[0]).toHaveLength(10_000);
    expect(traces.map(({ itemsOut }) => itemsOut)).toEqual([[10_000], [10_000]]);
    expect(traces[1]?.items[0]).toHaveLength(5);
    expect(JSON.stringify(traces).length).toBeLessThan(2 * 5 * 600);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["long strings", { a: "x".repeat(500) }, { a: `${"x".repeat(400)}…` }],
    ["long names", { ["k".repeat(150)]: 1 }, { [`${"k".repeat(100)}…`]: 1 }],
    [
      "long lists",
      { a: Array.from({ length: 22 }, (_, index) => index) },
      { a: [...Array.from({ length: 20 }, (_, index) => index), "… 2 more"] },
    ],
    ["deep nesting", { a: { b: { c: { d: { e: { f: 1 } } } } } }, { a: { b: { c: { d: { e: "…" } } } } }],
    [
      "everything else stays unchanged",
      { a: null, b: [1, "x", true], c: {} },
      { a: null, b: [1, "x", true], c: {} },
    ],
  ])("shortens only what is too long: %s", (_, input, expected) => expect(shown(input)).toEqual(expected));

  test("treats __proto__ as an ordinary field name", () => {
    const input = JSON.parse('{"__proto__": {"a": 1}}') as JsonObject;
    expect(JSON.stringify(shown(input))).toBe('{"__proto__":{"a":1}}');
  });

  test("stops immediately in a wide and deep item if no space is left", () => {
    const wide = (depth: number): JsonObject =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [
          `k${index}`,
          depth === 0 ? "x".repeat(300) : wide(depth - 1),
        ]),
      );
    const { chars } = previewItems([items(wide(3))], 1e6);
    expect(chars).toBeLessThan(20_000);
    expect(previewItems([items(wide(1))], 0)).toEqual({ items: [], chars: 0 });
  });
});

test("a node that receives no items is not reported as started, because it never runs", async () => {
  const traceNodes: string[] = [];
  const read = readWorkflow(JSON.stringify(createWorkflowFile({ Start: "own.start" }, [])));
  if ("problem" in read) throw new Error(read.problem.message);
  const result = await runWorkflow({
    workflow: read.workflow,
    start: "Start",
    items: [],
    services: createScriptedServices(),
    findNodeType: (name) => PLAIN_TYPES.find(({ types }) => types.includes(name)),
    signal: new AbortController().signal,
    executionId: "1",
    events: { onNodeStart: (node) => traceNodes.push(node), onNodeEnd: ({ node }) => traceNodes.push(node) },
  });
  expect(result.error).toBeUndefined();
  expect(traceNodes).toEqual([]);
});
