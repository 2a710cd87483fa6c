import { expect, test } from "vitest";
import { compareNamedParts, compareParts } from "./version-diff.ts";

test("parts on one side only were added or removed, in any order", () => {
  expect(compareParts([1, 2, 3], [3, 4, 1])).toEqual({ added: [4], removed: [2] });
  expect(compareParts([{ a: [1] }], [{ a: [1] }])).toEqual({ added: [], removed: [] });
});

test("a part of the same name that differs was changed", () => {
  const [before, after] = [
    [
      { name: "kept", type: "string" },
      { name: "wider", type: "integer" },
      { name: "gone", type: "string" },
    ],
    [
      { name: "new", type: "string" },
      { name: "wider", type: "number" },
      { name: "kept", type: "string" },
    ],
  ];
  expect(compareNamedParts(before, after, ({ name }) => name)).toEqual({
    added: [{ name: "new", type: "string" }],
    removed: [{ name: "gone", type: "string" }],
    changed: [{ from: { name: "wider", type: "integer" }, to: { name: "wider", type: "number" } }],
  });
});
