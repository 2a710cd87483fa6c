import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import { findCodeHosts } from "./hosts-of-code.ts";
import { runForAllItems, toItemsPerItem } from "./item-results.ts";
import { normalizeItem, normalizeItems } from "./returned-items.ts";
import { type CodeOptions, runCode } from "./run-code.ts";

const FIELD = "jsCode";

/** AI Transform: code that a model wrote in n8n's editor, stored in the file. */
export const AI_TRANSFORM_NODE: NodeType = {
  types: ["n8n-nodes-base.aiTransform"],
  versions: [1],
  needs: ({ parameters: { jsCode } }) => findCodeHosts(jsCode),
  async execute(context) {
    const source = context.raw(FIELD);
    if (typeof source !== "string" || source.trim() === "")
      throw context.failure(
        "Missing code to execute: generate it in n8n's editor from the instructions, and export the workflow again",
        { field: FIELD },
      );
    return [
      await runForAllItems(context, FIELD, async () => normalizeItems(await runCode(context, { source }))),
    ];
  },
};

/** The code that a new node contains, by field and mode. */
const DEFAULTS = {
  jsCode: {
    all: "for (const item of $input.all()) {\n  item.json.myNewField = 1;\n}\n\nreturn $input.all();",
    each: "$input.item.json.myNewField = 1;\n\nreturn $input.item;",
  },
  pythonCode: {
    all: "for item in _items:\n  item['json']['myNewField'] = 1\nreturn _items",
    each: "_item['json']['myNewField'] = 1\nreturn _item",
  },
};

async function runForEachItem(
  context: NodeContext,
  field: string,
  options: CodeOptions,
): Promise<readonly Item[]> {
  let isRead = false;
  return runForAllItems(context, field, async () => {
    const answer = await runCode(context, { ...options, mode: "each" });
    isRead = true;
    return toItemsPerItem(context, answer, field, ({ value, kind }, index) =>
      normalizeItem(value, kind, answer, index),
    );
  }).then((items) => (isRead ? items : failAllItems(context, items)));
}

/** Returns an error item for every input item, because the code could not start. */
function failAllItems({ items }: NodeContext, [failed]: readonly Item[]): Item[] {
  return items.flatMap((_item, item) => (failed ? [{ ...failed, pairedItem: { item } }] : []));
}

async function execute(context: NodeContext): Promise<Outputs> {
  const isPython = context.text("language", 0, "javaScript").startsWith("python");
  const field = isPython ? "pythonCode" : "jsCode";
  const mode = context.text("mode", 0, "runOnceForAllItems") === "runOnceForEachItem" ? "each" : "all";
  const raw = context.raw(field);
  const options: CodeOptions = {
    source: typeof raw === "string" ? raw : DEFAULTS[field][mode],
    language: isPython ? "python" : "javascript",
  };
  if (mode === "each") return [await runForEachItem(context, field, options)];
  return [await runForAllItems(context, field, async () => normalizeItems(await runCode(context, options)))];
}

/** Code: an author's JavaScript or Python, run once for all items or for each. */
export const CODE_NODE: NodeType = {
  types: ["n8n-nodes-base.code"],
  versions: [1, 2],
  needs: ({ parameters: { jsCode, language } }) => findCodeHosts(jsCode, language),
  execute,
};
