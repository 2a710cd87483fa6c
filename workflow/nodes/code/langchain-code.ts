import type { JsonValue } from "@stoa/runtime/protocol";
import type { NodeType } from "../../model/node-type.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { findCodeHosts } from "./hosts-of-code.ts";
import { runForAllItems } from "./item-results.ts";
import { normalizeItems } from "./returned-items.ts";
import { runCode } from "./run-code.ts";

const FIELD = "code.execute.code";

function getCode({ parameters }: WorkflowNode, part: "execute" | "supplyData"): string | undefined {
  const { code } = parameters as { code?: { [part: string]: { code?: JsonValue } } };
  const text = code?.[part]?.code;
  return typeof text === "string" ? text : undefined;
}

/** The LangChain Code node. Its code must not use LangChain, because the library is not in the sandbox. */
export const LANGCHAIN_CODE_NODE: NodeType = {
  types: ["@n8n/n8n-nodes-langchain.code"],
  versions: [1],
  unsupported(node) {
    if (getCode(node, "supplyData") !== undefined)
      return "its code provides a LangChain object to another node";
    const code = getCode(node, "execute") ?? "";
    if (/require\(\s*['"`](?:@?langchain|@n8n)/.test(code)) return "its code uses the LangChain library";
    return /getInputConnectionData/.test(code) ? "its code uses connected sub-nodes" : undefined;
  },
  needs: (node) => findCodeHosts(getCode(node, "execute")),
  async execute(context) {
    const source = getCode(context.node, "execute") ?? "";
    return [
      await runForAllItems(context, FIELD, async () => normalizeItems(await runCode(context, { source }))),
    ];
  },
};
