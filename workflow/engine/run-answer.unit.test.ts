import { describe, expect, test } from "vitest";
import type { JsonObject } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import { runNode } from "../testing/run-node.ts";
import { getRunAnswer } from "./run-answer.ts";
import type { WorkflowResult } from "./run-workflow.ts";

const items = (...all: JsonObject[]) => all.map((json) => ({ json }));

const getAnswer = (result: WorkflowResult, outputNode?: string) =>
  getRunAnswer(result, outputNode, async (all) => [...all]);

describe("the answer of a run", () => {
  const nodes = new Map([
    ["First", [items({ a: 1 })]],
    ["Fork", [[], items({ b: 1 })]],
    ["Many", [items({ c: 1 }, { c: 2 })]],
    ["Agent", [items({ output: "hello", intermediateSteps: [] })]],
    ["Mixed", [items({ output: "hello", score: 2 })]],
    ["None", [[]]],
    ["Filter", [[], items({ leftOut: true })]],
  ]);
  const result = { nodes, leavingOut: new Set(["Filter"]), error: undefined };

  test.each([
    ["First", { a: 1 }],
    ["Fork", { b: 1 }],
    ["Many", [{ c: 1 }, { c: 2 }]],
    ["Agent", "hello"],
    ["Mixed", { output: "hello", score: 2 }],
    ["None", null],
    ["Filter", null],
    [undefined, null],
  ])("is the output of the last node: %s", async (lastNode, answer) => {
    expect(await getAnswer({ ...result, lastNode, response: undefined })).toEqual(answer);
  });

  test("is the response of a Respond to Webhook node", async () => {
    expect(await getAnswer({ ...result, lastNode: "First", response: "said" })).toBe("said");
  });

  test("is the first response if a workflow responds several times", async () => {
    const type = {
      types: ["own.saying"] as [string],
      versions: [1],
      execute: (context: NodeContext) => {
        for (const { json } of context.items) context.respond(json);
        return [context.items];
      },
    };
    expect((await runNode({ type, version: 1, items: [{ a: 1 }, { a: 2 }] })).response).toEqual({ a: 1 });
  });

  test("is the output of the node that the developer chose", async () => {
    expect(await getAnswer({ ...result, lastNode: "First", response: "said" }, "Many")).toEqual([
      { c: 1 },
      { c: 2 },
    ]);
  });
});
