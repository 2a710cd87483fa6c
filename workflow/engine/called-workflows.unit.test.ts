import type { JsonValue } from "@stoa/runtime/protocol";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import { createWorkflowFile, PLAIN_TYPES } from "../testing/node-types.ts";
import { runWorkflowFile } from "../testing/run-workflow.ts";
import { createMemoryStorage } from "../testing/scripted-services.ts";

const TRIGGER = "n8n-nodes-base.manualTrigger";
const CALLED = "n8n-nodes-base.executeWorkflowTrigger";
const CALL = "n8n-nodes-base.executeWorkflow";
const ITEMS = [{ id: 1 }, { id: 2 }];
const run = (file: JsonObject, input: JsonValue = ITEMS) =>
  runWorkflowFile({ file, input, types: PLAIN_TYPES });

const counting = createWorkflowFile(
  {
    Called: CALLED,
    Count: { type: "own.add", parameters: { fields: { count: "={{ $input.all().length }}" } } },
  },
  ["Called -> Count"],
);
const calling = (parameters: JsonObject, version = 1.1, more: JsonObject = {}) =>
  createWorkflowFile({ Start: TRIGGER, Call: { type: CALL, typeVersion: version, parameters, ...more } }, [
    "Start -> Call",
  ]);
const ofJson = (more: JsonObject = {}) => ({
  source: "parameter",
  workflowJson: JSON.stringify(counting),
  ...more,
});

describe("Execute Workflow", () => {
  test("runs once with all items", async () => {
    const { nodes, items } = await run(calling(ofJson()));
    expect(nodes.Call).toEqual([
      [
        { id: 1, count: 2 },
        { id: 2, count: 2 },
      ],
    ]);
    expect(items.get("Call")?.[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
  });

  test("runs once for each item", async () => {
    const { nodes, items } = await run(calling(ofJson({ mode: "each" })));
    expect(nodes.Call).toEqual([
      [
        { id: 1, count: 1 },
        { id: 2, count: 1 },
      ],
    ]);
    expect(items.get("Call")?.[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
  });

  test("passes its input on without waiting for the result", async () => {
    const { nodes } = await run(calling(ofJson({ options: { waitForSubWorkflow: false } })));
    expect(nodes.Call).toEqual([ITEMS]);
  });

  test("maps and converts its inputs", async () => {
    const parameters = ofJson({
      workflowInputs: {
        attemptToConvertTypes: true,
        value: { number: "={{ $json.id + '0' }}", list: "[1]", flag: "true" },
        schema: [
          { id: "number", type: "number" },
          { id: "list", type: "array" },
          { id: "flag", type: "boolean" },
          { id: "none", type: "string" },
          { id: "gone", type: "string", removed: true },
        ],
      },
    });
    const { nodes } = await run(calling(parameters, 1.2));
    const createOutput = (number: number) => ({ number, list: [1], flag: true, none: null, count: 2 });
    expect(nodes.Call).toEqual([[createOutput(10), createOutput(20)]]);
  });

  test("runs its own file from the Execute Workflow Trigger", async () => {
    const file = {
      ...createWorkflowFile(
        {
          Start: TRIGGER,
          Call: { type: CALL, parameters: { workflowId: "={{ $workflow.id }}" } },
          Called: CALLED,
          Mark: { type: "own.add", parameters: { fields: { called: true } } },
        },
        ["Start -> Call", "Called -> Mark"],
      ),
      id: "own",
    };
    const { nodes, order } = await run(file);
    expect(nodes.Call).toEqual([
      [
        { id: 1, called: true },
        { id: 2, called: true },
      ],
    ]);
    expect(order).toEqual(["Start", "Called", "Mark", "Call"]);
    expect(nodes.Mark).toBeUndefined();
  });

  test.each<[string, JsonObject, RegExp, string]>([
    [
      "another workflow",
      { workflowId: { __rl: true, value: "x1", cachedResultName: "Sub" } },
      /calls another workflow \(Sub\)/,
      "type",
    ],
    ["no workflow", {}, /does not specify which workflow it calls/, "type"],
    ["a URL", { source: "url" }, /from a URL/, "type"],
    [
      "broken JSON",
      { source: "parameter", workflowJson: "{" },
      /is invalid: is not valid JSON/,
      "workflowJson",
    ],
    [
      "JSON without nodes",
      { source: "parameter", workflowJson: "{}" },
      /is invalid: The file is not an n8n workflow/,
      "workflowJson",
    ],
    [
      "a workflow without a trigger",
      { source: "parameter", workflowJson: JSON.stringify(createWorkflowFile({ A: "own.pass" }, [])) },
      /has no trigger to start from/,
      "",
    ],
    [
      "a workflow that fails",
      {
        source: "parameter",
        workflowJson: JSON.stringify(createWorkflowFile({ A: CALLED, B: "own.broken" }, ["A -> B"])),
      },
      /broken as a whole \(node 'B' of 'Workflow'\)/,
      "",
    ],
  ])("%s is reported as an error of the calling node", async (_, parameters, message, field) => {
    const { error } = await run(calling(parameters));
    expect(error).toEqual({ node: "Call", message: expect.stringMatching(message), ...(field && { field }) });
  });

  test("stops endless recursion", async () => {
    const file = createWorkflowFile(
      { Called: CALLED, Call: { type: CALL, parameters: { workflowId: "={{ $workflow.id }}" } } },
      ["Called -> Call"],
    );
    expect((await run(file)).error?.message).toMatch(/nests sub-workflows more than 5 levels deep/);
  });
});

describe("static data", () => {
  const counter = {
    types: ["own.counter"] as [string],
    versions: [1],
    execute: (context: NodeContext) => {
      const data = context.staticData("global");
      data.count = Number(data.count ?? 0) + 1;
      context.staticData("node").seen = true;
      return [[{ json: { count: data.count } }]];
    },
  };

  test("is kept between runs", async () => {
    const stored = new Map<string, JsonValue>();
    const file = createWorkflowFile(
      {
        Start: TRIGGER,
        A: { type: "own.counter", parameters: { code: "$getWorkflowStaticData('global')" } },
      },
      ["Start -> A"],
    );
    const once = () =>
      runWorkflowFile({ file, types: [counter], services: { storage: createMemoryStorage(stored) } });
    expect((await once()).nodes.A).toEqual([[{ count: 1 }]]);
    expect((await once()).nodes.A).toEqual([[{ count: 2 }]]);
    expect([...stored.values()]).toEqual([{ global: { count: 2 }, "node:A": { seen: true } }]);
  });

  test("starts with the values in the file, and is not loaded if no node uses it", async () => {
    const file = {
      ...createWorkflowFile({ Start: TRIGGER, A: "own.counter" }, ["Start -> A"]),
      staticData: { global: { count: 7 } },
    };
    const storage = {
      read: () => Promise.reject(new Error("asked")),
      write: () => Promise.reject(new Error("asked")),
    };
    expect((await runWorkflowFile({ file, types: [counter], services: { storage } })).nodes.A).toEqual([
      [{ count: 8 }],
    ]);
  });
});
