import { describe, expect, test } from "vitest";
import type { JsonObject } from "../model/item.ts";
import { answerOf } from "./run-answer.ts";

const items = (...all: JsonObject[]) => all.map((json) => ({ json }));

describe("the answer of a run", () => {
  const nodes = new Map([
    ["First", [items({ a: 1 })]],
    ["Fork", [[], items({ b: 1 })]],
    ["Many", [items({ c: 1 }, { c: 2 })]],
    ["Agent", [items({ output: "hello", intermediateSteps: [] })]],
    ["Mixed", [items({ output: "hello", score: 2 })]],
    ["None", [[]]],
  ]);
  const result = { nodes, error: undefined };

  test.each([
    ["First", { a: 1 }],
    ["Fork", { b: 1 }],
    ["Many", [{ c: 1 }, { c: 2 }]],
    ["Agent", "hello"],
    ["Mixed", { output: "hello", score: 2 }],
    ["None", null],
    [undefined, null],
  ])("is what the last node gave: %s", (lastNode, answer) => {
    expect(answerOf({ ...result, lastNode, response: undefined })).toEqual(answer);
  });

  test("is what a node said by itself", () => {
    expect(answerOf({ ...result, lastNode: "First", response: "said" })).toBe("said");
  });

  test("is what the developer's choice of a node gave", () => {
    expect(answerOf({ ...result, lastNode: "First", response: "said" }, "Many")).toEqual([
      { c: 1 },
      { c: 2 },
    ]);
  });
});
