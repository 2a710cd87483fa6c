import { describe, expect, test } from "vitest";
import { readExecution } from "./read-execution.ts";

const buildRun = (startTime: number, main: unknown, more: object = {}) => ({
  startTime,
  executionTime: 5,
  source: [],
  data: { main },
  ...more,
});

function read(runData: object, more: object = {}, status = "success") {
  const resultData = { runData, lastNodeExecuted: "B", ...more };
  return readExecution(JSON.stringify({ id: 1, status, data: { resultData } }), "Stoa");
}

describe("readExecution", () => {
  test("returns the last run of each node, in execution order", () => {
    const { nodes, lastNode, error, traces } = read({
      B: [
        buildRun(30, [[{ json: { n: 1 } }]], { source: [{ previousNode: "A" }] }),
        buildRun(40, [[{ json: { n: 2 } }], null]),
      ],
      A: [buildRun(20, [[{ json: { a: true }, pairedItem: { item: 0 } }]])],
      Stoa: [buildRun(10, [[{ json: {} }]])],
    });
    expect([...nodes]).toEqual([
      ["A", [[{ json: { a: true } }]]],
      ["B", [[{ json: { n: 2 } }], []]],
    ]);
    expect([lastNode, error]).toEqual(["B", undefined]);
    expect(traces).toEqual([
      expect.objectContaining({ node: "A", runIndex: 0, startedAtMs: 0, ms: 5, itemsOut: [1] }),
      expect.objectContaining({ node: "B", runIndex: 0, startedAtMs: 10, itemsIn: [1] }),
      expect.objectContaining({ node: "B", runIndex: 1, itemsOut: [1, 0] }),
    ]);
  });

  test("names the node that failed", () => {
    const error = { message: "no such host", node: { name: "B" }, stack: "..." };
    expect(read({ B: [buildRun(1, undefined, { error })] }, { error }, "error").error).toEqual({
      node: "B",
      message: "no such host",
    });
  });

  test("returns a long error in full and truncates a huge one", () => {
    const failed = (length: number) => ({ error: { message: "x".repeat(length), node: { name: "B" } } });
    const { traces } = read({
      B: [buildRun(1, undefined, failed(15_000)), buildRun(2, undefined, failed(30_000))],
    });
    expect(traces.map(({ error }) => error)).toEqual([
      "x".repeat(15_000),
      expect.stringMatching(/^x+\n\.\.\. 14,060 more characters$/),
    ]);
  });

  test.each([
    ["canceled", "The execution was stopped on the n8n server"],
    ["crashed", "The execution crashed on the n8n server"],
    ["error", "The execution failed on the n8n server"],
  ])("reports the status %s", (status, message) => {
    expect(read({}, {}, status).error).toEqual({ node: "", message });
  });

  test.each([
    [
      "invalid items",
      { A: [buildRun(1, [[null, 5, { json: [] }, { json: { ok: 1 } }]])] },
      [{}, {}, {}, { ok: 1 }],
    ],
    ["strings that cannot be stored", { A: [buildRun(1, [[{ json: { t: "a\0" } }]])] }, [{ t: "a\uFFFD" }]],
  ])("keeps the valid parts of %s", (_what, runData, items) => {
    expect(
      read(runData)
        .nodes.get("A")?.[0]
        ?.map(({ json }) => json),
    ).toEqual(items);
  });

  test("does not set a prototype from its items", () => {
    const text = `{"status":"success","data":{"resultData":{"runData":{"A":[{"data":{"main":[[{"json":{"__proto__":{"evil":1}}}]]}}]}}}}`;
    const [item] = readExecution(text, "Stoa").nodes.get("A")?.[0] ?? [];
    expect(Object.getPrototypeOf(item?.json)).toBe(Object.prototype);
    expect(({} as { evil?: number }).evil).toBeUndefined();
  });

  test.each(["", "{}", "<html>", '{"data":{"resultData":{"runData":[]}}}'])("refuses %j", (text) => {
    expect(() => readExecution(text, "Stoa")).toThrow("invalid execution");
  });

  test("refuses endless nesting", () => {
    const deep = `${'{"a":'.repeat(200)}1${"}".repeat(200)}`;
    const text = `{"data":{"resultData":{"runData":{"A":[{"data":{"main":[[{"json":${deep}}]]}}]}}}}`;
    expect(() => readExecution(text, "Stoa")).toThrow("nested too deeply");
  });
});
