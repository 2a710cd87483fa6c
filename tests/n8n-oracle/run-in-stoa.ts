import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../workflow/model/item.ts";
import type { NodeContext } from "../../workflow/model/node-context.ts";
import type { NodeType } from "../../workflow/model/node-type.ts";
import { runWorkflowFile } from "../../workflow/testing/run-workflow.ts";
import type { ComparedItem, EngineResult } from "./engine-result.ts";
import { EVALUATE_TYPE, type GeneratedWorkflow, SOURCE_TYPE } from "./generate-workflow.ts";

const SOURCE: NodeType = {
  types: [SOURCE_TYPE],
  versions: [1],
  execute: (context) => [(JSON.parse(context.text("items", 0)) as JsonObject[]).map((json) => ({ json }))],
};

function evaluate(context: NodeContext, name: string, index: number): JsonObject {
  try {
    const value = context.parameter(`expressions.${name}`, index);
    return value === undefined ? { undefined: true } : { value };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

const EVALUATE: NodeType = {
  types: [EVALUATE_TYPE],
  versions: [1],
  execute: (context) => {
    const names = Object.keys(context.raw("expressions") as JsonObject);
    return [
      context.items.map((_, index) => ({
        json: Object.fromEntries(
          names.map((name): [string, JsonValue] => [name, evaluate(context, name, index)]),
        ),
        pairedItem: { item: index },
      })),
    ];
  },
};

function toComparedItem({ json, binary, pairedItem }: Item): ComparedItem {
  const files = Object.entries(binary ?? {}).map(([name, { bytes, mimeType, fileName, fileExtension }]) => [
    name,
    {
      data: Buffer.from(bytes).toString("base64"),
      mimeType,
      fileName: fileName ?? null,
      fileExtension: fileExtension ?? null,
    },
  ]);
  return {
    json,
    ...(files.length > 0 && { binary: Object.fromEntries(files) as JsonObject }),
    pairs: [pairedItem ?? []].flat().map(({ item, input = 0 }) => [input, item] as const),
  };
}

/** Runs a generated workflow in Stoa's engine. */
export async function runInStoa(file: GeneratedWorkflow): Promise<EngineResult> {
  const result = await runWorkflowFile({
    file: file as unknown as JsonObject,
    types: [SOURCE, EVALUATE],
    input: {},
  });
  const runs: Record<string, number> = {};
  for (const name of result.order) runs[name] = (runs[name] ?? 0) + 1;
  return {
    order: result.order,
    runs,
    nodes: Object.fromEntries(
      [...result.items].map(([name, outputs]) => [name, outputs.map((items) => items.map(toComparedItem))]),
    ),
    error: result.error && { node: result.error.node, message: result.error.message },
  };
}
