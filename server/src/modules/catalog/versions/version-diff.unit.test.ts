import { expect, test } from "vitest";
import { compareNamedParts, compareParts } from "./version-diff.ts";

test("parts that only one version has are reported as added or removed, whatever their order", () => {
  expect(compareParts([1, 2, 3], [3, 4, 1])).toEqual({ added: [4], removed: [2] });
  expect(compareParts([{ a: [1] }], [{ a: [1] }])).toEqual({ added: [], removed: [] });
});

test("a part with the same name but another value is reported as changed", () => {
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
