import type { NodeType } from "../../model/node-type.ts";
import { itemsOfAll } from "./each-item.ts";
import { hostsOfCode } from "./hosts-of-code.ts";
import { returnedItems } from "./returned-items.ts";
import { runCode } from "./run-code.ts";

const FIELD = "jsCode";

/** AI Transform: code that a model wrote in n8n's editor, kept in the file. */
export const AI_TRANSFORM_NODE: NodeType = {
  types: ["n8n-nodes-base.aiTransform"],
  versions: [1],
  needs: ({ parameters: { jsCode } }) => hostsOfCode(jsCode),
  async execute(context) {
    const source = context.raw(FIELD);
    if (typeof source !== "string" || source.trim() === "")
      throw context.failure(
        "Missing code to execute: generate it in n8n's editor from the instructions, and export the workflow again",
        { field: FIELD },
      );
    return [await itemsOfAll(context, FIELD, async () => returnedItems(await runCode(context, { source })))];
  },
};
