import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { nodeCases } from "../core-cases.fixture.ts";
import { MERGE_NODE } from "./merge-node.ts";

const PEOPLE = [
  { id: 1, name: "Ada" },
  { id: 2, name: "Alan" },
  { id: 3, name: "Grace" },
];
const JOBS = [
  { id: 2, job: "logic" },
  { id: 4, job: "law" },
  { id: 1, job: "poetry", name: "A." },
  { id: 2, job: "running" },
];
const fields = (joinMode: string, more = {}) => ({
  mode: "combine",
  fieldsToMatchString: "id",
  joinMode,
  ...more,
});
const clash = (values: Record<string, string | boolean>) => ({ clashHandling: { values } });

describe("Merge by fields", () => {
  const inputs = [PEOPLE, JOBS];
  const MATCHED = [
    { id: 1, name: "A.", job: "poetry" },
    { id: 2, name: "Alan", job: "logic" },
    { id: 2, name: "Alan", job: "running" },
  ];
  const ALONE1 = { id: 3, name: "Grace" };
  const ALONE2 = { id: 4, job: "law" };
  nodeCases(MERGE_NODE, [
    {
      name: "keeps matches and prefers the second input",
      version: 3,
      inputs,
      parameters: fields("keepMatches"),
      gives: [MATCHED],
    },
    {
      name: "keeps the matches of input 1",
      version: 3.2,
      inputs,
      parameters: fields("keepMatches", { outputDataFrom: "input1" }),
      gives: [PEOPLE.slice(0, 2)],
    },
    {
      name: "keeps the matches of input 2",
      version: 3.1,
      inputs,
      parameters: fields("keepMatches", { outputDataFrom: "input2" }),
      gives: [[JOBS[0] ?? {}, JOBS[2] ?? {}, JOBS[3] ?? {}]],
    },
    {
      name: "keeps items that do not match, with their source",
      version: 3.2,
      inputs,
      parameters: fields("keepNonMatches"),
      gives: [
        [
          { ...ALONE1, _source: "input1" },
          { ...ALONE2, _source: "input2" },
        ],
      ],
    },
    {
      name: "keeps items of input 1 that do not match",
      version: 3.2,
      inputs,
      parameters: fields("keepNonMatches", { outputDataFrom: "input1" }),
      gives: [[ALONE1]],
    },
    {
      name: "keeps items of input 2 that do not match",
      version: 3.2,
      inputs,
      parameters: fields("keepNonMatches", { outputDataFrom: "input2" }),
      gives: [[ALONE2]],
    },
    {
      name: "enriches input 1",
      version: 3.2,
      inputs,
      parameters: fields("enrichInput1"),
      gives: [[...MATCHED, ALONE1]],
    },
    {
      name: "enriches input 2 and overwrites its fields",
      version: 3.2,
      inputs,
      parameters: fields("enrichInput2"),
      gives: [[{ id: 1, name: "Ada", job: "poetry" }, ...MATCHED.slice(1), ALONE2]],
    },
    {
      name: "keeps matched and unmatched items of both inputs",
      version: 3.2,
      inputs,
      parameters: fields("keepEverything"),
      gives: [[...MATCHED, ALONE1, ALONE2]],
    },
    {
      name: "uses only the first match",
      version: 3.2,
      inputs,
      parameters: fields("keepMatches", { options: { multipleMatches: "first" } }),
      gives: [MATCHED.slice(0, 2)],
    },
    {
      name: "prefers the values of input 1",
      version: 3.2,
      inputs,
      parameters: fields("keepMatches", { options: clash({ resolveClash: "preferInput1" }) }),
      gives: [[{ id: 1, name: "Ada", job: "poetry" }, ...MATCHED.slice(1)]],
    },
    {
      name: "adds the number of the input to every field name",
      version: 3.2,
      inputs: [
        [
          { id: 1, a: 1 },
          { id: 9, a: 2 },
        ],
        [{ id: 1, b: 2 }],
      ],
      parameters: fields("enrichInput1", { options: clash({ resolveClash: "addSuffix" }) }),
      gives: [
        [
          { id_1: 1, a_1: 1, id_2: 1, b_2: 2 },
          { id_1: 9, a_1: 2 },
        ],
      ],
    },
    {
      name: "version 2 matches pairs of fields",
      version: 2.1,
      inputs: [[{ a: { k: 1 }, x: 1 }], [{ b: 1, y: 2 }]],
      parameters: { mode: "combine", mergeByFields: { values: [{ field1: "a.k", field2: "b" }] } },
      gives: [[{ a: { k: 1 }, x: 1, b: 1, y: 2 }]],
    },
    {
      name: "treats a number and the same number as a string as different",
      version: 3.2,
      inputs: [[{ id: "1" }], [{ id: 1 }]],
      parameters: fields("keepMatches"),
      gives: [[]],
    },
    {
      name: "treats a number and the same number as a string as equal if the comparison is fuzzy",
      version: 3.2,
      inputs: [[{ id: "1", a: 1 }], [{ id: 1 }]],
      parameters: fields("keepMatches", { options: { fuzzyCompare: true } }),
      gives: [[{ id: 1, a: 1 }]],
    },
    {
      name: "returns the items of input 1 if input 2 is not connected",
      version: 3.2,
      inputs: [PEOPLE, undefined],
      parameters: fields("enrichInput1"),
      gives: [PEOPLE],
    },
    {
      name: "fails if no fields to match are given",
      version: 3.2,
      inputs,
      parameters: { mode: "combine" },
      fails: {
        message: 'You need to define at least one pair of fields in "Fields to Match" to match on',
        field: "fieldsToMatchString",
      },
    },
    {
      name: "fails if a pair has only one field",
      version: 2,
      inputs,
      parameters: { mode: "combine", mergeByFields: { values: [{ field1: "id" }] } },
      fails: `You need to define both fields in "Fields to Match" for pair 1, field 1 = 'id' field 2 = ''`,
    },
  ]);
});

describe("Merge by position, all combinations and chosen branch", () => {
  const byPosition = (more = {}) => ({ mode: "combine", combineBy: "combineByPosition", ...more });
  const [a, b, c] = [
    [{ x: 1, o: { p: 1, l: [1, 2] } }, { x: 2 }],
    [{ y: 1, o: { q: 2, l: [3] } }],
    [{ z: 1 }, { x: "" }],
  ];
  nodeCases(MERGE_NODE, [
    {
      name: "merges items at the same position deeply",
      version: 3,
      inputs: [a, b],
      parameters: byPosition(),
      gives: [[{ x: 1, y: 1, o: { p: 1, q: 2, l: [3, 2] } }]],
    },
    {
      name: "replaces whole fields",
      version: 3,
      inputs: [a, b],
      parameters: byPosition({ options: clash({ mergeMode: "shallowMerge" }) }),
      gives: [[{ x: 1, y: 1, o: { q: 2, l: [3] } }]],
    },
    {
      name: "keeps items without an item at the same position in the other input",
      version: 3.2,
      inputs: [a, b, c],
      parameters: byPosition({ numberInputs: 3, options: { includeUnpaired: true } }),
      gives: [[{ x: 1, y: 1, z: 1, o: { p: 1, q: 2, l: [3, 2] } }, { x: "" }]],
    },
    {
      name: "does not replace filled fields by empty ones",
      version: 3.2,
      inputs: [[{ x: 2 }], [{ x: "" }]],
      parameters: byPosition({ options: clash({ overrideEmpty: true }) }),
      gives: [[{ x: 2 }]],
    },
    {
      name: "version 2 prefers the values of input 1",
      version: 2,
      inputs: [[{ x: 1 }], [{ x: 2, y: 2 }]],
      parameters: {
        mode: "combine",
        combinationMode: "mergeByPosition",
        options: clash({ resolveClash: "preferInput1" }),
      },
      gives: [[{ x: 1, y: 2 }]],
    },
    {
      name: "version 3 returns all combinations",
      version: 3,
      inputs: [
        [{ a: 1 }, { a: 2 }],
        [{ b: 1 }, { b: 2 }],
      ],
      parameters: { mode: "combine", combineBy: "combineAll" },
      gives: [
        [
          { a: 1, b: 1 },
          { a: 1, b: 2 },
          { a: 2, b: 1 },
          { a: 2, b: 2 },
        ],
      ],
    },
    {
      name: "version 2 returns all combinations",
      version: 2.1,
      inputs: [[{ a: 1 }], [{ b: 1 }, { b: 2 }]],
      parameters: { mode: "combine", combinationMode: "multiplex" },
      gives: [
        [
          { a: 1, b: 1 },
          { a: 1, b: 2 },
        ],
      ],
    },
    {
      name: "appends",
      version: 3,
      inputs: [[{ a: 1 }], [{ b: 1 }], [{ c: 1 }]],
      parameters: { numberInputs: 3 },
      gives: [[{ a: 1 }, { b: 1 }, { c: 1 }]],
    },
    {
      name: "chooses a branch",
      version: 3.2,
      inputs: [[{ a: 1 }], [{ b: 1 }]],
      parameters: { mode: "chooseBranch", useDataOfInput: 2 },
      gives: [[{ b: 1 }]],
    },
    {
      name: "version 2 chooses a branch",
      version: 2,
      inputs: [[{ a: 1 }], [{ b: 1 }]],
      parameters: { mode: "chooseBranch", output: "input2" },
      gives: [[{ b: 1 }]],
    },
    {
      name: "returns one empty item instead of a branch",
      version: 3,
      inputs: [[{ a: 1 }], [{ b: 1 }]],
      parameters: { mode: "chooseBranch", output: "empty" },
      gives: [[{}]],
    },
    {
      name: "reports that SQL is not supported",
      version: 3.2,
      inputs: [[{}], [{}]],
      parameters: { mode: "combineBySql" },
      fails: "its mode SQL Query is not supported: combine by fields or by position",
    },
  ]);

  it("pairs a merged item with its input items", async () => {
    const { items } = await runNode({
      type: MERGE_NODE,
      version: 3,
      inputs: [[{ a: 1 }], [{ b: 1 }]],
      parameters: byPosition(),
    });
    expect(items[0]?.[0]?.pairedItem).toEqual([
      { item: 0, input: 0 },
      { item: 0, input: 1 },
    ]);
  });

  it("quickly refuses equal values in two long inputs", async () => {
    const equal = Array.from({ length: 3000 }, () => ({ id: 1 }));
    const { error } = await runNode({
      type: MERGE_NODE,
      version: 3,
      inputs: [equal, equal],
      parameters: fields("keepMatches"),
    });
    expect(error).toMatchObject({
      message:
        "This would create more than 200000 combinations of items. Reduce the items or match by a field with unique values",
      field: "options.multipleMatches",
    });
  });

  it("refuses more combinations than a run may hold", async () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({ n }));
    const { error } = await runNode({
      type: MERGE_NODE,
      version: 3,
      inputs: [many, many],
      parameters: { mode: "combine", combineBy: "combineAll" },
    });
    expect(error?.message).toBe(
      "This would create more than 200000 combinations of items. Reduce the items or match by a field with unique values",
    );
  });
});
