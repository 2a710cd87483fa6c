import { describe, expect, test } from "vitest";
import type { JsonObject } from "../model/item.ts";
import type { NodeType } from "../model/node-type.ts";
import { createWorkflowFile, PLAIN_TYPES } from "../testing/node-types.ts";
import { runWorkflowFile } from "../testing/run-workflow.ts";

const TRIGGER = "n8n-nodes-base.manualTrigger";
const ITEMS = [{ id: 1 }, { id: 2 }, { id: 3 }];
const asking = (expression: string) => ({
  type: "own.add",
  parameters: { fields: { found: `={{ ${expression} }}` } },
});

const odd: NodeType = {
  types: ["own.odd"],
  versions: [1],
  execute: ({ items }) => [items.filter(({ json }) => Number(json.id) % 2 === 1)],
};
const all: NodeType = {
  types: ["own.all"],
  versions: [1],
  execute: ({ items }) => [[{ json: { all: true }, pairedItem: items.map((_, item) => ({ item })) }]],
};
const unpaired: NodeType = {
  types: ["own.unpaired"],
  versions: [1],
  execute: () => [[{ json: { one: 1 } }, { json: { two: 2 } }]],
};
const types = [...PLAIN_TYPES, odd, all, unpaired];
const run = (file: JsonObject, input: JsonObject[] = ITEMS) => runWorkflowFile({ file, input, types });
const found = (outputs: JsonObject[][] | undefined) => outputs?.[0]?.map((json) => json.found);

describe("the paired item of another node", () => {
  test("is the item from which the current item was created", async () => {
    const file = createWorkflowFile(
      { Start: TRIGGER, Odd: "own.odd", Pass: "own.pass", Ask: asking("$('Start').item.json.id") },
      ["Start -> Odd", "Odd -> Pass", "Pass -> Ask"],
    );
    expect(found((await run(file)).nodes.Ask)).toEqual([1, 3]);
  });

  test("is found through a disabled node", async () => {
    const file = createWorkflowFile(
      { Start: TRIGGER, Off: { type: "own.broken", disabled: true }, Ask: asking("$('Start').item.json.id") },
      ["Start -> Off", "Off -> Ask"],
    );
    expect(found((await run(file)).nodes.Ask)).toEqual([1, 2, 3]);
  });

  test("is found through the input on which the item arrived", async () => {
    const file = createWorkflowFile(
      {
        Start: TRIGGER,
        A: { type: "own.give", parameters: { items: [{ from: "a" }] } },
        B: { type: "own.give", parameters: { items: [{ from: "b" }] } },
        Join: "own.join",
        Ask: asking("$('B').item.json.from"),
      },
      ["Start -> A, B", "A -> Join:0", "B -> Join:1", "Join -> Ask"],
    );
    expect(found((await run(file, [{}])).nodes.Ask)).toEqual([undefined, "b"]);
    const back = createWorkflowFile(
      {
        Start: TRIGGER,
        A: "own.pass",
        B: "own.pass",
        Join: "own.join",
        Ask: asking("$('Start').item.json.id"),
      },
      ["Start -> A, B", "A -> Join:0", "B -> Join:1", "Join -> Ask"],
    );
    expect(found((await run(back)).nodes.Ask)).toEqual([1, 2, 3, 1, 2, 3]);
  });

  test.each([
    ["All", "own.all", /Multiple matches found/],
    ["None", "own.unpaired", /Paired item data for item from node 'Start' is unavailable/],
  ])("is an error if it is ambiguous (%s)", async (name, type, message) => {
    const file = createWorkflowFile(
      { Start: TRIGGER, [name]: type, Ask: asking("$('Start').item.json.id") },
      [`Start -> ${name}`, `${name} -> Ask`],
    );
    const { error } = await run(file);
    expect(error).toMatchObject({
      node: "Ask",
      field: "fields.found",
      message: expect.stringMatching(message),
    });
  });

  test("is undefined if the item came from another branch", async () => {
    const file = createWorkflowFile(
      { Start: TRIGGER, A: "own.pass", B: "own.pass", Ask: asking("$('A').item.json.id") },
      ["Start -> A, B", "A -> Ask", "B -> Ask"],
    );
    const { nodes, error } = await run(file);
    expect(error).toBeUndefined();
    expect(found(nodes.Ask)).toEqual([undefined, undefined, undefined]);
  });

  test.each(["$('Later').first()", "$('Start').item", "$('Nope').first()"])(
    "can be caught in an expression: %s",
    async (read) => {
      const file = createWorkflowFile(
        {
          Start: TRIGGER,
          None: "own.unpaired",
          Ask: asking(`(() => { try { return ${read} } catch { return 'caught' } })()`),
          Later: "own.pass",
        },
        ["Start -> None", "None -> Ask", "Ask -> Later"],
      );
      expect(found((await run(file)).nodes.Ask)).toEqual(["caught", "caught"]);
    },
  );

  test("is an error if the node has not run", async () => {
    const file = createWorkflowFile(
      { Start: TRIGGER, Ask: asking("$('Later').item.json.id"), Later: "own.pass" },
      ["Start -> Ask", "Ask -> Later"],
    );
    expect((await run(file)).error).toMatchObject({ node: "Ask", message: expect.stringMatching(/Later/) });
  });

  test("is read from the output that leads to the current node by `all()`", async () => {
    const count = asking("$('Fork').all().map((item) => item.json.id).join()");
    const file = createWorkflowFile({ Start: TRIGGER, Fork: "own.split", Left: count, Right: count }, [
      "Start -> Fork",
      "Fork:0 -> Left",
      "Fork:1 -> Right",
    ]);
    const { nodes } = await run(file, [{ id: 1, left: true }, { id: 2 }, { id: 3 }]);
    expect(found(nodes.Left)).toEqual(["1"]);
    expect(found(nodes.Right)).toEqual(["2,3", "2,3"]);
  });

  test("is from the same iteration in a loop", async () => {
    const file = createWorkflowFile(
      {
        Start: TRIGGER,
        Loop: { type: "n8n-nodes-base.splitInBatches", typeVersion: 3 },
        Body: { type: "own.add", parameters: { fields: { twice: "={{ $json.id * 2 }}" } } },
        Ask: asking("$('Body').item.json.twice + $('Start').item.json.id"),
        End: asking("$('Body').all(0, 1)[0].json.twice"),
      },
      ["Start -> Loop", "Loop:1 -> Body", "Body -> Ask", "Ask -> Loop", "Loop:0 -> End"],
    );
    const { nodes, error } = await run(file);
    expect(error).toBeUndefined();
    expect(found(nodes.Loop)).toEqual([3, 6, 9]);
    expect(found(nodes.End)).toEqual([4, 4, 4]);
  });
});

describe("a run with 10,000 items", () => {
  const chain = createWorkflowFile(
    {
      Start: TRIGGER,
      A: "own.pass",
      B: { type: "own.add", parameters: { fields: { b: "={{ $json.id }}" } } },
      Odd: "own.odd",
      C: asking("$('A').item.json.id"),
      All: "own.all",
      Many: { type: "own.give", parameters: { items: Array.from({ length: 100 }, (_, n) => ({ n })) } },
      D: asking("$('All').item.json.all"),
    },
    ["Start -> A", "A -> B", "B -> Odd", "Odd -> C", "C -> All", "All -> Many", "Many -> D"],
  );

  async function measureCost(count: number): Promise<number> {
    const input = Array.from({ length: count }, (_, id) => ({ id, text: "some words of an item" }));
    const begun = performance.now();
    const { error, nodes } = await run(chain, input);
    expect(error).toBeUndefined();
    expect(nodes.C?.[0]).toHaveLength(count / 2);
    return performance.now() - begun;
  }

  test("takes at most 11 times as long as a run with 1,000 items", async () => {
    await measureCost(1_000);
    const pairs: number[] = [];
    for (let round = 0; round < 5; round++)
      pairs.push((await measureCost(10_000)) / (await measureCost(1_000)));
    // The machine is busy with other work, so a single fast measurement is proof enough.
    expect(Math.min(...pairs)).toBeLessThan(11);
  });
});
