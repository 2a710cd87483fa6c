import type { JsonValue } from "@stoa/runtime/protocol";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../model/item.ts";
import { createWorkflowFile } from "../testing/node-types.ts";
import { runWorkflowFile } from "../testing/run-workflow.ts";

const T = "n8n-nodes-base.";
const START = `${T}manualTrigger`;

const set = (values: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: `${T}set`,
  typeVersion: 3.4,
  parameters: {
    assignments: {
      assignments: Object.entries(values).map(([name, value]) => ({
        id: name,
        name,
        type: typeof value === "number" || String(value).startsWith("={{ +") ? "number" : "string",
        value,
      })),
    },
    includeOtherFields: true,
    options: {},
  },
  ...more,
});

const ifNumber = (left: string, operation: string, right: number): JsonObject => ({
  type: `${T}if`,
  typeVersion: 2.2,
  parameters: {
    conditions: {
      options: { caseSensitive: true, leftValue: "", typeValidation: "strict", version: 2 },
      combinator: "and",
      conditions: [{ id: "1", leftValue: left, rightValue: right, operator: { type: "number", operation } }],
    },
    options: {},
  },
});

const run = (file: JsonObject, input: JsonValue = {}) => runWorkflowFile({ file, input });

describe("whole workflows", () => {
  test("splits, merges, loops over items one at a time and aggregates", async () => {
    const file = createWorkflowFile(
      {
        Start: START,
        Double: set({ n: "={{ +$json.x * 2 }}" }),
        If: ifNumber("={{ $json.n }}", "gt", 2),
        Big: set({ size: "big" }),
        Small: set({ size: "={{ 'small ' + $('Start').item.json.x }}" }),
        Merge: { type: `${T}merge`, typeVersion: 3 },
        Loop: { type: `${T}splitInBatches`, typeVersion: 3, parameters: { options: {} } },
        Body: set({ round: "={{ +$runIndex }}", from: "={{ +$('Double').item.json.n }}" }),
        All: { type: `${T}aggregate`, parameters: { aggregate: "aggregateAllItemData", options: {} } },
        Last: set({ data: "={{ $json.data.length }}", second: "={{ $('Body').first(0, 1).json.size }}" }),
      },
      [
        "Start -> Double",
        "Double -> If",
        "If:0 -> Big",
        "If:1 -> Small",
        "Big -> Merge:0",
        "Small -> Merge:1",
        "Merge -> Loop",
        "Loop:0 -> All",
        "Loop:1 -> Body",
        "Body -> Loop",
        "All -> Last",
      ],
    );
    const { nodes, error, order } = await run(file, [{ x: 1 }, { x: 2 }, { x: 3 }]);
    expect(error).toBeUndefined();
    const big = (x: number, more: object = {}) => ({ x, n: x * 2, size: "big", ...more });
    const small = (more: object = {}) => ({ x: 1, n: 2, size: "small 1", ...more });
    const gathered = [
      big(2, { round: 0, from: 4 }),
      big(3, { round: 1, from: 6 }),
      small({ round: 2, from: 2 }),
    ];
    expect(nodes).toEqual({
      Start: [[{ x: 1 }, { x: 2 }, { x: 3 }]],
      Double: [
        [
          { x: 1, n: 2 },
          { x: 2, n: 4 },
          { x: 3, n: 6 },
        ],
      ],
      If: [
        [
          { x: 2, n: 4 },
          { x: 3, n: 6 },
        ],
        [{ x: 1, n: 2 }],
      ],
      Big: [[big(2), big(3)]],
      Small: [[small()]],
      Merge: [[big(2), big(3), small()]],
      Loop: [gathered, []],
      Body: [[small({ round: 2, from: 2 })]],
      All: [[{ data: gathered }]],
      Last: [[{ data: "3", second: "big" }]],
    });
    expect(order.join(" ")).toBe(
      "Start Double If Big Small Merge Loop Body Loop Body Loop Body Loop All Last",
    );
  });

  test("ends a loop that consists of an If and a connection back", async () => {
    const file = createWorkflowFile(
      {
        Start: START,
        Count: set({ n: "={{ +($json.n ?? 0) + 1 }}" }),
        If: ifNumber("={{ $json.n }}", "lt", 4),
        End: set({ done: "yes" }),
      },
      ["Start -> Count", "Count -> If", "If:0 -> Count", "If:1 -> End"],
    );
    const { nodes, traces } = await run(file);
    expect(nodes.End).toEqual([[{ n: 4, done: "yes" }]]);
    expect(nodes.If).toEqual([[], [{ n: 4 }]]);
    expect(traces.filter(({ node }) => node === "Count")).toHaveLength(4);
  });

  test("sends failed items to the error output and merges the branches again", async () => {
    const risky = set({ n: "={{ +$('Nowhere').item.json.x }}" }, { onError: "continueErrorOutput" });
    const file = createWorkflowFile(
      { Start: START, Nowhere: `${T}noOp`, Risky: risky, Mend: set({ mended: "yes" }) },
      ["Start -> Risky", "Risky:1 -> Mend"],
    );
    const { nodes, error } = await run(file, [{ id: 1 }]);
    expect(error).toBeUndefined();
    expect(nodes.Risky?.[0]).toEqual([]);
    expect(nodes.Mend).toEqual([[{ id: 1, error: expect.stringMatching(/Nowhere/), mended: "yes" }]]);
  });

  test("merges both branches of an If with execution order v0, and only the executed branch with v1", async () => {
    const file = (executionOrder: string) =>
      createWorkflowFile(
        {
          Start: START,
          If: ifNumber("={{ $json.n }}", "gt", 0),
          Yes: set({ way: "yes" }),
          No: set({ way: "no" }),
          Merge: { type: `${T}merge`, typeVersion: 2.1, parameters: { mode: "append" } },
        },
        ["Start -> If", "If:0 -> Yes", "If:1 -> No", "Yes -> Merge:0", "No -> Merge:1"],
        { executionOrder },
      );
    expect((await run(file("v1"), { n: 1 })).nodes.Merge).toEqual([[{ n: 1, way: "yes" }]]);
    expect((await run(file("v0"), { n: 1 })).nodes.Merge).toEqual([[{ n: 1, way: "yes" }, { way: "no" }]]);
  });

  test("accepts node names that are also properties of JavaScript objects", async () => {
    const names = ["constructor", "toString", "hasOwnProperty", "length"];
    const file = createWorkflowFile(
      {
        Start: START,
        ...Object.fromEntries(names.map((name) => [name, set({ [name]: `{{ "${name}" }}` })])),
      },
      [
        "Start -> constructor",
        "constructor -> toString",
        "toString -> hasOwnProperty",
        "hasOwnProperty -> length",
      ],
    );
    const { nodes, error } = await run(file);
    expect(error).toBeUndefined();
    expect(Object.keys(nodes)).toEqual(["Start", ...names]);
    expect(Object.keys(nodes.length?.[0]?.[0] ?? {})).toEqual(names);
  });
});
