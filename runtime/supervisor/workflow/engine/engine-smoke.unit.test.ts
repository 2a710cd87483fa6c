import { describe, expect, test } from "vitest";
import { runNode } from "../testing/run-node.ts";

describe("a node that is run by itself", () => {
  test("gives what came in, paired with it", async () => {
    const { outputs, items, error } = await runNode({
      type: { types: ["own.pass"], versions: [1], execute: ({ items }) => [items] },
      version: 1,
      items: [{ a: 1 }, { a: 2 }],
    });
    expect(error).toBeUndefined();
    expect(outputs).toEqual([[{ a: 1 }, { a: 2 }]]);
    expect(items[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
  });
});
