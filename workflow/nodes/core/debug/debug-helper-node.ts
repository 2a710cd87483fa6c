import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { passedOn } from "../pass-on.ts";
import { type Draw, freeDraw, seededDraw } from "./draw.ts";
import { randomRecord } from "./random-record.ts";

/** Fails on purpose, or makes data to try a workflow with. */
export const DEBUG_HELPER_NODE: NodeType = {
  types: ["n8n-nodes-base.debugHelper"],
  versions: [1],
  unsupported: ({ parameters }) =>
    parameters.category === "oom" ? "it uses up memory on purpose, which a run here may not" : undefined,
  execute: (context) => [madeItems(context)],
};

/** As many as anyone tries a workflow with. */
const MOST_RECORDS = 10_000;

function madeItems(context: NodeContext): Item[] {
  const category = context.text("category", 0, "doNothing");
  if (category === "throwError")
    throw context.failure(context.text("throwErrorMessage", 0, "Node has thrown an error"), { itemIndex: 0 });
  if (category !== "randomData") return context.items.map((item, index) => passedOn(item, index));
  const count = context.number("randomDataCount", 0, 10);
  if (!Number.isInteger(count) || count < 0 || count > MOST_RECORDS)
    throw context.failure(`The number of items has to be from 0 to ${MOST_RECORDS}`, {
      field: "randomDataCount",
    });
  const seed = context.text("randomDataSeed", 0);
  const draw: Draw = seed === "" ? freeDraw() : seededDraw(seed);
  const records = Array.from({ length: count }, (): JsonObject => randomRecord(context, draw));
  return context.flag("randomDataSingleArray", 0)
    ? [{ json: { generatedItems: records }, pairedItem: { item: 0 } }]
    : records.map((json) => ({ json, pairedItem: { item: 0 } }));
}
