import { describe, expect, test } from "vitest";
import type { JsonObject } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import { createWorkflowFile } from "../testing/node-types.ts";
import { runWorkflowFile } from "../testing/run-workflow.ts";

const TRIGGER = "n8n-nodes-base.manualTrigger";
const ITEMS = [{ id: 1 }, { id: 2 }];

describe("an attached sub-node", () => {
  const serving = {
    types: ["own.serving"] as [string],
    versions: [1],
    execute: async (context: NodeContext) => [
      await context.each(async (_, index) =>
        (await context.getSubNodes("ai_tool", index)).flat().map(({ name }) => ({ json: { name } })),
      ),
    ],
  };
  const tool = {
    types: ["own.tool"] as [string],
    versions: [1],
    supplies: {
      ai_tool: async (context: NodeContext, index: number) => {
        await context.getSubNodes("ai_tool", index);
        return {
          name: context.text("name", index),
          description: "",
          parameters: {},
          call: () => Promise.resolve(""),
        };
      },
    },
  };
  const attach = (from: string, to: string) => ({
    [from]: { ai_tool: [[{ node: to, type: "ai_tool", index: 0 }]] },
  });
  const file = (connections: JsonObject, more: JsonObject = {}) => ({
    ...createWorkflowFile(
      {
        Start: TRIGGER,
        Serving: "own.serving",
        One: { type: "own.tool", parameters: { name: "=tool_{{ $json.id }}" } },
        Two: { type: "own.tool", parameters: { name: "two" }, ...more },
      },
      [],
    ),
    connections: { Start: { main: [[{ node: "Serving", type: "main", index: 0 }]] }, ...connections },
  });
  const types = [serving, tool];

  test("sees the items of the node it serves", async () => {
    const { nodes } = await runWorkflowFile({ file: file(attach("One", "Serving")), input: ITEMS, types });
    expect(nodes.Serving).toEqual([[{ name: "tool_1" }, { name: "tool_2" }]]);
  });

  test("is supplied in the file's order, and left out if it is disabled", async () => {
    const both = { ...attach("Two", "Serving"), ...attach("One", "Serving") };
    const names = async (more: JsonObject) =>
      (await runWorkflowFile({ file: file(both, more), input: { id: 1 }, types })).nodes.Serving?.[0]?.map(
        ({ name }) => name,
      );
    expect(await names({})).toEqual(["two", "tool_1"]);
    expect(await names({ disabled: true })).toEqual(["tool_1"]);
  });

  test("is reported once per run of the node it serves", async () => {
    const { traces, order } = await runWorkflowFile({
      file: file(attach("One", "Serving")),
      input: ITEMS,
      types,
    });
    expect(order).toEqual(["Start", "Serving"]);
    expect(traces.filter(({ serves }) => serves !== undefined)).toMatchObject([
      { node: "One", serves: "Serving", runIndex: 0, itemsIn: [], itemsOut: [] },
    ]);
  });

  test("is ordered by the number of the input that it is connected to", async () => {
    const second: JsonObject = { Two: { ai_tool: [[{ node: "Serving", type: "ai_tool", index: 1 }]] } };
    const both = { ...second, ...attach("One", "Serving") };
    const { nodes } = await runWorkflowFile({ file: file(both), input: { id: 1 }, types });
    expect(nodes.Serving?.[0]?.map(({ name }) => name)).toEqual(["tool_1", "two"]);
  });

  test("fails if its attachments form a cycle", async () => {
    const ends = ["Serving", "Two"].map((node) => ({ node, type: "ai_tool", index: 0 }));
    const round: JsonObject = { ...attach("Two", "One"), One: { ai_tool: [ends] } };
    const { error } = await runWorkflowFile({ file: file(round), input: { id: 1 }, types });
    expect(error?.message).toBe("the node is attached to itself");
  });

  test("fails if its type cannot serve other nodes", async () => {
    const { error, traces } = await runWorkflowFile({
      file: file({
        Start: {
          main: [[{ node: "Serving", type: "main", index: 0 }]],
          ai_tool: [[{ node: "Serving", type: "ai_tool", index: 0 }]],
        },
      }),
      types,
    });
    expect(error).toMatchObject({ node: "Start", message: "the node cannot be attached as ai_tool" });
    expect(traces.find(({ serves }) => serves === "Serving")?.error).toBe(
      "the node cannot be attached as ai_tool",
    );
  });
});
