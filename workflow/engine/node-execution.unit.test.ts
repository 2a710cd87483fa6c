import { describe, expect, test } from "vitest";
import type { JsonObject } from "../model/item.ts";
import type { NodeType } from "../model/node-type.ts";
import { createWorkflowFile, PLAIN_TYPES } from "../testing/node-types.ts";
import { runNode } from "../testing/run-node.ts";
import { runWorkflowFile } from "../testing/run-workflow.ts";

const plain = (name: string) => {
  const type = PLAIN_TYPES.find(({ types }) => types.includes(name));
  if (!type) throw new Error(name);
  return type;
};
const TWO = [{ id: 1 }, { id: 2, bad: true }];

describe("applying node settings", () => {
  test("passes the first input through a disabled node", async () => {
    const { outputs } = await runNode({
      type: plain("own.broken"),
      version: 1,
      items: TWO,
      node: { disabled: true },
    });
    expect(outputs).toEqual([TWO]);
  });

  test("gives the node only the first item with executeOnce", async () => {
    const { outputs } = await runNode({
      type: plain("own.pass"),
      version: 1,
      items: TWO,
      node: { executeOnce: true },
    });
    expect(outputs).toEqual([[{ id: 1 }]]);
  });

  test("reads all items in expressions with executeOnce", async () => {
    const { outputs } = await runNode({
      type: plain("own.add"),
      version: 1,
      items: TWO,
      node: { executeOnce: true },
      parameters: { fields: { all: "={{ $input.all().length }}", last: "={{ $input.last().json.id }}" } },
    });
    expect(outputs).toEqual([[{ id: 1, all: 2, last: 2 }]]);
  });

  test("passes all items through a disabled node with executeOnce", async () => {
    const { outputs } = await runNode({
      ...{ type: plain("own.pass"), version: 1, items: TWO },
      node: { executeOnce: true, disabled: true },
    });
    expect(outputs).toEqual([TWO]);
  });

  test("returns an empty item paired with all inputs if there is no output, with alwaysOutputData", async () => {
    const { items } = await runNode({
      type: plain("own.nothing"),
      version: 1,
      items: TWO,
      node: { alwaysOutputData: true },
    });
    expect(items).toEqual([[{ json: {}, pairedItem: [{ item: 0 }, { item: 1 }] }]]);
  });

  test.each([
    { maxTries: 3, error: undefined, outputs: [[{ id: 1 }]] },
    { maxTries: 2, error: { node: "Node", message: "try 2 failed" }, outputs: [] },
    { maxTries: 1, error: { node: "Node", message: "try 1 failed" }, outputs: [] },
  ])("tries the node $maxTries times", async ({ maxTries, error, outputs }) => {
    const ran = await runNode({
      type: plain("own.thirdTime"),
      version: 1,
      items: [{ id: 1 }],
      node: { maxTries, waitBetweenTriesMs: 1 },
    });
    expect(ran).toMatchObject({ error, outputs });
  });

  test("replaces a node with its pinned output only in the author's test run", async () => {
    const file: JsonObject = {
      ...createWorkflowFile({ Start: "n8n-nodes-base.manualTrigger", A: "own.broken" }, ["Start -> A"]),
      pinData: { A: [{ json: { pinned: 1 } }, { pinned: 2 }] },
    };
    const types = PLAIN_TYPES;
    expect((await runWorkflowFile({ file, types, isTest: true })).nodes.A).toEqual([
      [{ pinned: 1 }, { pinned: 2 }],
    ]);
    expect((await runWorkflowFile({ file, types })).error).toEqual({
      node: "A",
      message: "broken as a whole",
    });
  });
});

test("uses a pinned trigger if the caller sent no input", async () => {
  const file: JsonObject = {
    ...createWorkflowFile({ Start: "n8n-nodes-base.manualTrigger" }, []),
    pinData: { Start: [{ pinned: 1 }] },
  };
  expect((await runWorkflowFile({ file, isTest: true })).nodes.Start).toEqual([[{ pinned: 1 }]]);
  expect((await runWorkflowFile({ file, isTest: true, input: { a: 1 } })).nodes.Start).toEqual([[{ a: 1 }]]);
});

describe("a node that fails", () => {
  const failing = plain("own.failing");

  test("ends the run with the node and the field", async () => {
    const { outputs, error } = await runNode({ type: failing, version: 1, items: TWO });
    expect(error).toEqual({ node: "Node", field: "bad", message: "the item is bad" });
    expect(outputs).toEqual([]);
  });

  test("continues with an item that has the error", async () => {
    const { items } = await runNode({
      type: failing,
      version: 1,
      items: TWO,
      node: { onError: "continueRegularOutput" },
    });
    expect(items).toEqual([
      [
        { json: { good: true }, pairedItem: { item: 0 } },
        { json: { error: "the item is bad", code: 7 }, pairedItem: { item: 1 }, failed: true },
      ],
    ]);
  });

  test("sends failed items with their input fields to the error output", async () => {
    const { outputs } = await runNode({
      type: failing,
      version: 1,
      items: TWO,
      node: { onError: "continueErrorOutput" },
    });
    expect(outputs).toEqual([[{ good: true }], [{ id: 2, bad: true, error: "the item is bad", code: 7 }]]);
  });

  test("has its error output after its regular outputs", async () => {
    const twoWays = { ...failing, outputs: () => 2 };
    const { outputs } = await runNode({
      type: twoWays,
      version: 1,
      items: TWO,
      node: { onError: "continueErrorOutput" },
    });
    expect(outputs.map(({ length }) => length)).toEqual([1, 0, 1]);
  });

  test("passes its input on if it fails as a whole and continues on errors", async () => {
    const type = plain("own.broken");
    const ran = await runNode({ type, version: 1, items: TWO, node: { onError: "continueRegularOutput" } });
    expect(ran).toMatchObject({ error: undefined, outputs: [TWO] });
  });

  test("passes its input on to the first output, not to the error output, if it fails as a whole", async () => {
    const type = plain("own.broken");
    const { outputs } = await runNode({
      type,
      version: 1,
      items: [{ id: 1 }],
      node: { onError: "continueErrorOutput" },
    });
    expect(outputs).toEqual([[{ id: 1 }]]);
  });

  test("is retried if some of its items failed and it continues on errors", async () => {
    let tries = 0;
    const flaky = {
      ...failing,
      execute: () => {
        tries += 1;
        return [
          [
            {
              json: tries < 3 ? { error: "no" } : { fine: true },
              ...(tries < 3 && { failed: true as const }),
            },
          ],
        ];
      },
    };
    const { outputs } = await runNode({
      type: flaky,
      version: 1,
      node: { onError: "continueRegularOutput", maxTries: 5 },
    });
    expect(outputs).toEqual([[{ fine: true }]]);
  });

  test("names a type or version that is not supported", async () => {
    const types = PLAIN_TYPES;
    const unknown = createWorkflowFile(
      { Start: "n8n-nodes-base.manualTrigger", A: "n8n-nodes-base.teleport" },
      ["Start -> A"],
    );
    expect((await runWorkflowFile({ file: unknown, types })).error).toEqual({
      node: "A",
      field: "type",
      message: "nodes of type n8n-nodes-base.teleport are not supported",
    });
    const late = createWorkflowFile(
      { Start: "n8n-nodes-base.manualTrigger", A: { type: "own.pass", typeVersion: 99 } },
      ["Start -> A"],
    );
    expect((await runWorkflowFile({ file: late, types })).error?.message).toBe(
      "version 99 of own.pass is not supported",
    );
  });

  test("runs as the last known version if n8n no longer develops it and the file names a later version", async () => {
    const ended: NodeType = {
      types: ["own.ended"],
      versions: [1, 1.1],
      takesLaterVersions: true,
      execute: ({ node }) => [[{ json: { version: node.version } }]],
    };
    const types = [...PLAIN_TYPES, ended];
    const at = (typeVersion: number) =>
      runWorkflowFile({
        file: createWorkflowFile(
          { Start: "n8n-nodes-base.manualTrigger", A: { type: "own.ended", typeVersion } },
          ["Start -> A"],
        ),
        types,
      });
    expect((await at(1.8)).error).toBeUndefined();
    expect((await at(0.9)).error?.message).toBe("version 0.9 of own.ended is not supported");
  });
});

describe("pairing", () => {
  const make = (count: number) => ({
    types: ["own.make"] as [string],
    versions: [1],
    execute: () => [Array.from({ length: count }, (_, n) => ({ json: { n } }))],
  });

  test.each([
    { come: 1, go: 3, pairs: [{ item: 0 }, { item: 0 }, { item: 0 }] },
    { come: 2, go: 2, pairs: [{ item: 0 }, { item: 1 }] },
    { come: 3, go: 2, pairs: [undefined, undefined] },
  ])("pairs items correctly if $come come in and $go go out", async ({ come, go, pairs }) => {
    const { items } = await runNode({
      type: make(go),
      version: 1,
      items: Array.from({ length: come }, (_, n) => ({ n })),
    });
    expect(items[0]?.map(({ pairedItem }) => pairedItem)).toEqual(pairs);
  });

  test("keeps the input number of an item passed on from a later input", async () => {
    const { items } = await runNode({
      type: plain("own.join"),
      version: 1,
      inputs: [[{ a: 1 }], [{ b: 1 }]],
    });
    expect(items[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0, input: 1 }]);
  });
});

test("keeps items safe from changes by later nodes", async () => {
  const { error } = await runNode({
    type: {
      types: ["own.changing"],
      versions: [1],
      execute: ({ items }) => {
        for (const { json } of items) json.changed = true;
        return [items];
      },
    },
    version: 1,
  });
  expect(error?.message).toMatch(/not extensible/);
});
