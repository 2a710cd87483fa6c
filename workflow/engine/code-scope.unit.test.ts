import { expect, test } from "vitest";
import type { NodeType } from "../model/node-type.ts";
import type { CodeScope } from "../model/services.ts";
import { runNode } from "../testing/run-node.ts";

async function scopeWith(others: Record<string, { id: number }[]>, read: (scope: CodeScope) => unknown) {
  let found: unknown;
  const type: NodeType = {
    types: ["own.code"],
    versions: [1],
    execute: (context) => {
      found = read(context.createCodeScope(1));
      return [context.items];
    },
  };
  const { error } = await runNode({
    type,
    version: 1,
    others,
    items: [{ id: 1 }, { id: 2 }],
    parameters: { a: 1 },
  });
  return error ?? found;
}

const others = { First: [{ id: 10 }, { id: 20 }] };

test.each<[string, (scope: CodeScope) => unknown, unknown]>([
  ["its items", ({ items, itemIndex }) => [items.map(({ json }) => json.id), itemIndex], [[1, 2], 1]],
  ["another node's items", ({ nodeItems }) => nodeItems("First")?.map(({ json }) => json.id), [10, 20]],
  ["a run of another node", ({ nodeItems }) => nodeItems("First", 0, 0)?.length, 2],
  [
    "the item from which another item was created",
    ({ pairedItem }) => pairedItem("First", 1)?.json,
    { id: 20 },
  ],
  [
    "undefined for the items of a missing node",
    ({ nodeItems, pairedItem }) => [nodeItems("Gone"), pairedItem("Gone", 0)],
    [undefined, undefined],
  ],
  ["parameters", ({ nodeParameters }) => nodeParameters("Node"), { a: 1 }],
  [
    "whether a node has run",
    ({ nodeState }) => [nodeState?.("First"), nodeState?.("Node")],
    [
      { executed: true, runIndex: 0, context: {} },
      { executed: false, runIndex: 0, context: {} },
    ],
  ],
  [
    "the node that its items come from",
    ({ info }) => info.prevNode,
    { name: "Input 0", outputIndex: 0, runIndex: 0 },
  ],
])("code sees %s", async (_, read, seen) => {
  expect(await scopeWith(others, read)).toEqual(seen);
});

test("code that reads a node that has not run gets an error", async () => {
  expect(await scopeWith({}, ({ nodeItems }) => nodeItems("Node"))).toMatchObject({
    node: "Node",
    message: "Node 'Node' hasn't been executed",
  });
});
