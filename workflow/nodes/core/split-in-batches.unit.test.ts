import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import { runWorkflowFile } from "../../testing/run-workflow.ts";
import { nodeCases } from "./core-cases.fixture.ts";
import { SPLIT_IN_BATCHES_NODE } from "./split-in-batches.ts";

const T = "n8n-nodes-base.";

/** Creates a workflow with the connections Begin → Many → Loop → Body → Loop. The done branch of Loop leads to End. */
function loopFile(version: number, parameters: JsonObject, bodyFields: JsonObject): JsonObject {
  const main = (...outputs: string[][]) => ({
    main: outputs.map((names) => names.map((node) => ({ node, type: "main", index: 0 }))),
  });
  const assignments = Object.entries(bodyFields).map(([name, value]) => ({
    id: name,
    name,
    type: "string",
    value,
  }));
  const node = (name: string, type: string, typeVersion: number, more: JsonObject, x: number) => ({
    id: name,
    name,
    type: `${T}${type}`,
    typeVersion,
    position: [x, 0],
    parameters: more,
  });
  const [done, loop] = [["End"], ["Body"]];
  return {
    name: "Loop",
    nodes: [
      node("Begin", "manualTrigger", 1, {}, 0),
      node("Many", "splitOut", 1, { fieldToSplitOut: "list" }, 100),
      node("Loop", "splitInBatches", version, parameters, 200),
      node("Body", "set", 3.4, { assignments: { assignments } }, 300),
      node("End", "noOp", 1, {}, 300),
    ],
    connections: {
      Begin: main(["Many"]),
      Many: main(["Loop"]),
      Loop: version < 2 ? main(loop) : version < 3 ? main(loop, done) : main(done, loop),
      Body: main(["Loop"]),
    },
    settings: { executionOrder: "v1" },
  };
}

const LIST = { list: [{ n: 1 }, { n: 2 }, { n: 3 }] };
const from = (text: string) => ({ was: `={{ ${text} }}` });

describe("Loop Over Items", () => {
  it.each([
    [3, { batchSize: 2 }, ["1", "2", "3"]],
    [3, {}, ["1", "2", "3"]],
    [2, { batchSize: 1 }, ["1", "2", "3"]],
    [2, {}, ["1", "2", "3"]],
  ])(
    "outputs the items of all batches when the loop is done, in version %s with %j",
    async (version, parameters, all) => {
      const { nodes, error } = await runWorkflowFile({
        file: loopFile(version, parameters, from("$json.n")),
        input: LIST,
      });
      expect(error).toBeUndefined();
      expect(nodes.End).toEqual([all.map((was) => ({ was }))]);
    },
  );

  it("runs the nodes in the loop once for each batch", async () => {
    const { order } = await runWorkflowFile({
      file: loopFile(3, { batchSize: 2 }, from("$json.n")),
      input: LIST,
    });
    expect(order.filter((name) => name === "Body")).toHaveLength(2);
    expect(order.at(-1)).toBe("End");
  });

  it("ends in version 1 when no items are left", async () => {
    const { order, error } = await runWorkflowFile({
      file: loopFile(1, { batchSize: 1 }, from("$json.n")),
      input: LIST,
    });
    expect(error).toBeUndefined();
    expect(order.filter((name) => name === "Body")).toHaveLength(3);
  });

  it.each([
    ["items before the loop", "$('Many').item.json.n", ["1", "2", "3"]],
    ["whether any items are left", "$('Loop').context.noItemsLeft", ["false", "false", "true"]],
    ["the iteration", "$('Loop').context.currentRunIndex", ["0", "1", "2"]],
    ["the items of its own batch", "$('Loop').all().length", ["1", "1", "1"]],
  ])("lets expressions in the loop read %s", async (_, text, expected) => {
    const { nodes, error } = await runWorkflowFile({ file: loopFile(3, {}, from(text)), input: LIST });
    expect(error).toBeUndefined();
    expect(nodes.End).toEqual([expected.map((was) => ({ was }))]);
  });

  it("pairs the items of the done branch with their origins", async () => {
    const file = loopFile(3, { batchSize: 2 }, from("$json.n")) as { nodes: JsonObject[] };
    const end = file.nodes.find(({ name }) => name === "End") as JsonObject;
    end.type = `${T}set`;
    end.typeVersion = 3.4;
    end.parameters = {
      assignments: {
        assignments: [{ name: "first", type: "number", value: "={{ $('Many').item.json.n }}" }],
      },
    };
    const { nodes, error } = await runWorkflowFile({ file, input: LIST });
    expect(error).toBeUndefined();
    expect(nodes.End).toEqual([[{ first: 1 }, { first: 2 }, { first: 3 }]]);
  });

  nodeCases(SPLIT_IN_BATCHES_NODE, [
    {
      name: "version 3 starts with a batch on its second output",
      version: 3,
      items: [{ n: 1 }, { n: 2 }],
      gives: [[], [{ n: 1 }]],
    },
    {
      name: "version 2 starts with a batch of ten on its first output",
      version: 2,
      items: [{ n: 1 }, { n: 2 }],
      gives: [[{ n: 1 }, { n: 2 }], []],
    },
    {
      name: "version 1 has one output",
      version: 1,
      items: [{ n: 1 }, { n: 2 }],
      parameters: { batchSize: 1 },
      gives: [[{ n: 1 }]],
    },
    {
      name: "refuses a batch size of 0, which would never end",
      version: 3,
      items: [{}],
      parameters: { batchSize: 0 },
      fails: { message: "The batch size is 0, but must be at least 1", field: "batchSize" },
    },
  ]);

  it("does not run a last time without a batch in version 1", async () => {
    const { order, nodes } = await runWorkflowFile({
      file: loopFile(1, { batchSize: 1 }, from("$json.n")),
      input: LIST,
    });
    expect(order.filter((name) => name === "Loop")).toHaveLength(3);
    expect(nodes.Loop).toEqual([[{ n: 3 }]]);
  });
});
