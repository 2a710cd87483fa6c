import { describe, expect, test } from "vitest";
import { createWorkflowFile, PLAIN_TYPES } from "../testing/node-types.ts";
import { runWorkflowFile } from "../testing/run-workflow.ts";

const PASS = "own.pass";
const V0 = { executionOrder: "v0" };

const run = (file: ReturnType<typeof createWorkflowFile>, input: object = { left: true }) =>
  runWorkflowFile({ file, input: input as never, types: [...PLAIN_TYPES] });

describe("the order of nodes", () => {
  const fork = { Start: { type: "n8n-nodes-base.manualTrigger" }, A: PASS, B: PASS, A2: PASS, B2: PASS };
  const arrows = ["Start -> B, A", "A -> A2", "B -> B2"];

  test("with execution order v1, each branch runs to its end before the next begins, from top to bottom", async () => {
    const { order } = await run(createWorkflowFile(fork, arrows));
    expect(order).toEqual(["Start", "A", "A2", "B", "B2"]);
  });

  test("with execution order v1, the left of two nodes at the same height runs first", async () => {
    const file = createWorkflowFile(
      {
        Start: "n8n-nodes-base.manualTrigger",
        Right: { type: PASS, position: [900, 0] },
        Left: { type: PASS, position: [100, 0] },
      },
      ["Start -> Right, Left"],
    );
    expect((await run(file)).order).toEqual(["Start", "Left", "Right"]);
  });

  test("with execution order v0, each level runs before the next, in the order of the file", async () => {
    const { order } = await run(createWorkflowFile(fork, arrows, V0));
    expect(order).toEqual(["Start", "B", "A", "B2", "A2"]);
  });

  test("a file without an execution order uses v0", async () => {
    const { order } = await run(createWorkflowFile(fork, arrows, {}));
    expect(order).toEqual(["Start", "B", "A", "B2", "A2"]);
  });

  test("a node that receives no items does not run", async () => {
    const file = createWorkflowFile(
      { Start: "n8n-nodes-base.manualTrigger", None: "own.nothing", After: PASS },
      ["Start -> None", "None -> After"],
    );
    const { order, nodes } = await run(file);
    expect(order).toEqual(["Start", "None"]);
    expect(nodes.None).toEqual([[]]);
  });

  test("a node with two connections to one input runs twice, and its output is the output of the last run", async () => {
    const file = createWorkflowFile(
      {
        Start: "n8n-nodes-base.manualTrigger",
        A: { type: "own.add", parameters: { fields: { by: "a" } } },
        B: { type: "own.add", parameters: { fields: { by: "b" } } },
        End: PASS,
      },
      ["Start -> A, B", "A -> End", "B -> End"],
    );
    const { order, nodes, traces } = await run(file, {});
    expect(order).toEqual(["Start", "A", "End", "B", "End"]);
    expect(nodes.End).toEqual([[{ by: "b" }]]);
    expect(traces.filter(({ node }) => node === "End").map(({ runIndex }) => runIndex)).toEqual([0, 1]);
  });
});

describe("a node with several inputs", () => {
  const nodes = {
    Start: "n8n-nodes-base.manualTrigger",
    Fork: "own.split",
    A: PASS,
    B: PASS,
    Join: "own.join",
  };

  test("waits until all of its inputs have received items", async () => {
    const file = createWorkflowFile({ ...nodes, Fork: PASS }, [
      "Start -> A, B",
      "A -> Join:0",
      "B -> Join:1",
    ]);
    const { order, nodes: ran } = await run(file, { x: 1 });
    expect(order).toEqual(["Start", "A", "B", "Join"]);
    expect(ran.Join).toEqual([[{ x: 1 }, { x: 1 }]]);
  });

  test.each([true, false])(
    "runs on some of its inputs once nothing else can run (items on the left branch: %s)",
    async (left) => {
      const file = createWorkflowFile({ ...nodes, After: PASS }, [
        "Start -> Fork",
        "Fork:0 -> A",
        "Fork:1 -> B",
        "A -> Join:0",
        "B -> Join:1",
        "Join -> After",
      ]);
      const { order, nodes: ran } = await run(file, { left });
      expect(order).toEqual(["Start", "Fork", left ? "A" : "B", "Join", "After"]);
      expect(ran.After).toEqual([[{ left }]]);
    },
  );

  test("runs immediately if a later input receives an empty list", async () => {
    const file = createWorkflowFile({ ...nodes, After: PASS }, [
      "Start -> Fork, After",
      "Fork:0 -> Join:0",
      "Fork:1 -> Join:1",
    ]);
    expect((await run(file, { left: true })).order).toEqual(["Start", "Fork", "Join", "After"]);
  });

  test("runs after an earlier node that also waits for its inputs", async () => {
    const file = createWorkflowFile(
      {
        Start: "n8n-nodes-base.manualTrigger",
        Fork: "own.split",
        Late: "own.join",
        Early: "own.join",
        B: PASS,
      },
      ["Start -> Fork", "Fork:0 -> Late:0, Early:0", "Fork:1 -> B", "B -> Early:1", "Early -> Late:1"],
    );
    const { order, nodes: ran } = await run(file, { left: true });
    expect(order).toEqual(["Start", "Fork", "Early", "Late"]);
    expect(ran.Late?.[0]).toHaveLength(2);
  });

  test("waits for both branches of an If with execution order v0, and runs the branch without items on an empty item", async () => {
    const file = createWorkflowFile(
      nodes,
      ["Start -> Fork", "Fork:0 -> A", "Fork:1 -> B", "A -> Join:0", "B -> Join:1"],
      V0,
    );
    const { order, nodes: ran } = await run(file, { left: true });
    expect(order).toEqual(["Start", "Fork", "A", "B", "Join"]);
    expect(ran.Join).toEqual([[{ left: true }, {}]]);
  });
});

test("a loop continues until no items come back", async () => {
  const countdown = {
    types: ["own.countdown"] as [string],
    versions: [1],
    outputs: () => 2,
    execute: ({ items }: { items: readonly { json: { n?: unknown } }[] }) => {
      const n = Number(items[0]?.json.n);
      return n > 0 ? [[], [{ json: { n: n - 1 } }]] : [[{ json: { done: true } }], []];
    },
  };
  const file = createWorkflowFile(
    { Start: "n8n-nodes-base.manualTrigger", Loop: "own.countdown", Body: PASS, End: PASS },
    ["Start -> Loop", "Loop:0 -> End", "Loop:1 -> Body", "Body -> Loop"],
  );
  const { order, nodes } = await runWorkflowFile({
    file,
    input: { n: 3 },
    types: [...PLAIN_TYPES, countdown],
  });
  expect(order.filter((name) => name === "Body")).toHaveLength(3);
  expect(nodes).toMatchObject({ Loop: [[{ done: true }], []], Body: [[{ n: 0 }]], End: [[{ done: true }]] });
});

test.each([
  ["v0", "first", ["Start", "A", "Nothing", "Join"]],
  ["v0", "second", ["Start", "A", "Nothing"]],
  ["v1", "second", ["Start", "Nothing", "A", "Join"]],
])(
  "with execution order %s, a node of which only the %s input has items runs as in n8n",
  async (executionOrder, fed, expected) => {
    const [full, empty] = fed === "first" ? [0, 1] : [1, 0];
    const file = createWorkflowFile(
      { Start: "n8n-nodes-base.manualTrigger", A: PASS, Nothing: "own.nothing", Join: "own.join" },
      ["Start -> A, Nothing", `A -> Join:${full}`, `Nothing -> Join:${empty}`],
      { executionOrder },
    );
    const { order } = await run(file);
    expect([...order].sort()).toEqual([...expected].sort());
  },
);
