import { describe } from "vitest";
import { nodeCases } from "../core-cases.fixture.ts";
import { MERGE_NODE } from "./merge-node.ts";

describe("Merge version 1", () => {
  const inputs = [
    [{ k: 1, a: 1 }, { k: 2, a: "" }, { k: 3 }],
    [
      { key: 2, a: 5, b: 6 },
      { key: 1, a: 7 },
    ],
  ];
  const byKey = (mode: string, more = {}) => ({ mode, propertyName1: "k", propertyName2: "key", ...more });
  nodeCases(MERGE_NODE, [
    { name: "appends", version: 1, inputs: [[{ a: 1 }], [{ b: 1 }]], gives: [[{ a: 1 }, { b: 1 }]] },
    {
      name: "merges by position, up to the length of the first input",
      version: 1,
      inputs: [[{ a: 1 }, { a: 2 }], [{ b: 1 }]],
      parameters: { mode: "mergeByIndex" },
      gives: [[{ a: 1, b: 1 }, { a: 2 }]],
    },
    {
      name: "merges all items by position",
      version: 1,
      inputs: [[{ a: 1 }], [{ b: 1 }, { b: 2 }]],
      parameters: { mode: "mergeByIndex", join: "outer" },
      gives: [[{ a: 1, b: 1 }, { b: 2 }]],
    },
    {
      name: "merges by key",
      version: 1,
      inputs,
      parameters: byKey("mergeByKey"),
      gives: [[{ k: 1, a: 7 }, { k: 2, a: 5, b: 6 }, { k: 3 }]],
    },
    {
      name: "merges blank fields by key",
      version: 1,
      inputs,
      parameters: byKey("mergeByKey", { overwrite: "blank" }),
      gives: [[{ k: 1, a: 1 }, { k: 2, a: 5, b: 6 }, { k: 3 }]],
    },
    {
      name: "merges missing fields by key",
      version: 1,
      inputs,
      parameters: byKey("mergeByKey", { overwrite: "undefined" }),
      gives: [[{ k: 1, a: 1 }, { k: 2, a: "", b: 6 }, { k: 3 }]],
    },
    {
      name: "keeps matches of keys",
      version: 1,
      inputs,
      parameters: byKey("keepKeyMatches"),
      gives: [
        [
          { k: 1, a: 1 },
          { k: 2, a: "" },
        ],
      ],
    },
    {
      name: "removes matches of keys",
      version: 1,
      inputs,
      parameters: byKey("removeKeyMatches"),
      gives: [[{ k: 3 }]],
    },
    {
      name: "multiplexes",
      version: 1,
      inputs: [[{ a: 1 }], [{ b: 1 }, { b: 2 }]],
      parameters: { mode: "multiplex" },
      gives: [
        [
          { a: 1, b: 1 },
          { a: 1, b: 2 },
        ],
      ],
    },
    {
      name: "passes one input through",
      version: 1,
      inputs: [[{ a: 1 }], [{ b: 1 }]],
      parameters: { mode: "passThrough", output: "input2" },
      gives: [[{ b: 1 }]],
    },
    {
      name: "returns an empty item once both inputs have arrived",
      version: 1,
      inputs: [[{ a: 1 }], [{ b: 1 }]],
      parameters: { mode: "wait" },
      gives: [[{}]],
    },
  ]);
});
