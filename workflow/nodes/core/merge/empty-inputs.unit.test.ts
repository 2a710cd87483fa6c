import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { nodeCases } from "../core-cases.fixture.ts";
import { MERGE_NODE } from "./merge-node.ts";

const ITEMS = [{ id: 1 }, { x: "n" }];
const match = { mergeByFields: { values: [{ field1: "id", field2: "id" }] } };

describe("Merge as in n8n", () => {
  nodeCases(MERGE_NODE, [
    {
      name: "version 2 by position returns the other input",
      version: 2.1,
      inputs: [ITEMS, []],
      parameters: { mode: "combine", combinationMode: "mergeByPosition" },
      gives: [ITEMS],
    },
    {
      name: "version 3 by position returns nothing",
      version: 3,
      inputs: [ITEMS, []],
      parameters: { mode: "combine", combineBy: "combineByPosition" },
      gives: [[]],
    },
    {
      name: "version 2 refuses a field that no item has",
      version: 2,
      inputs: [ITEMS, []],
      parameters: { mode: "combine", combinationMode: "mergeByFields", ...match },
      fails: "Field 'id' is not present in any of items in 'Input 2'",
    },
    {
      name: "returns items without a match unchanged",
      version: 3,
      inputs: [ITEMS, []],
      parameters: { mode: "combine", advanced: true, ...match, joinMode: "keepNonMatches" },
      gives: [ITEMS],
    },
    {
      name: "version 1 leaves out items without the key",
      version: 1,
      inputs: [ITEMS, []],
      parameters: { mode: "mergeByKey", propertyName1: "id", propertyName2: "id" },
      gives: [[{ id: 1 }]],
    },
    {
      name: "adds the last input's fields without a suffix as well, by position",
      version: 3,
      inputs: [[{ a: 1 }], [{ a: 2, b: 3 }]],
      parameters: {
        mode: "combine",
        combineBy: "combineByPosition",
        options: { clashHandling: { values: { resolveClash: "addSuffix" } } },
      },
      gives: [[{ a_1: 1, a_2: 2, b_2: 3, a: 2, b: 3 }]],
    },
  ]);

  it("combines all items in the order of the second input if the first input is preferred", async () => {
    const { outputs } = await runNode({
      type: MERGE_NODE,
      version: 3,
      inputs: [
        [{ a: 1 }, { a: 2 }],
        [{ b: 1 }, { b: 2 }],
      ],
      parameters: {
        ...{ mode: "combine", combineBy: "combineAll" },
        options: { clashHandling: { values: { resolveClash: "preferInput1" } } },
      },
    });
    expect(outputs[0]?.map(({ a, b }) => `${a}${b}`)).toEqual(["11", "21", "12", "22"]);
  });

  it.each([
    [2, { mode: "chooseBranch", output: "input1" }, [ITEMS, []]],
    [2, { mode: "chooseBranch", output: "empty" }, [[], ITEMS]],
    [3, { mode: "chooseBranch" }, [ITEMS, []]],
    [3.2, { mode: "chooseBranch", useDataOfInput: 2 }, [undefined, ITEMS]],
  ])("version %s does not choose a branch if an input is empty", async (version, parameters, inputs) => {
    const { items, error } = await runNode({ type: MERGE_NODE, version, parameters, inputs });
    expect(error).toBeUndefined();
    expect(items).toEqual([]);
  });

  it.each(["passThrough", "wait"])("version 1 runs in the mode %s", async (mode) => {
    const { outputs } = await runNode({
      type: MERGE_NODE,
      version: 1,
      parameters: { mode },
      inputs: [undefined, ITEMS],
    });
    expect(outputs).toEqual([mode === "wait" ? [{}] : []]);
  });
});
