import { describeToolError, fromAiToSchema, toToolName } from "../../../ai/tools.ts";
import { findFromAiFields } from "../../../expressions/index.ts";
import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";
import { getPrompt } from "./agent-prompt.ts";
import { runAgent } from "./run-agent.ts";

/** An agent that another agent calls as a tool. */
export const agentTool: NodeType = {
  types: [toAiTypeNames("agentTool")],
  versions: [...versions(2.2, 2.3), ...versions(3, 3.1)],
  supplies: {
    ai_tool: (context, itemIndex) => ({
      name: toToolName(context.node.name),
      description: context.text("toolDescription", itemIndex, "AI Agent that can call other tools"),
      parameters: fromAiToSchema(findFromAiFields(context.node.parameters)),
      async call(args) {
        const item = context.items[itemIndex] ?? { json: {} };
        const inner = context.withItems([item], args);
        try {
          const prompt = getPrompt(inner, 0, { choosesSince: Number.POSITIVE_INFINITY });
          const { output } = await runAgent(inner, 0, prompt, false);
          return typeof output === "string" ? output : JSON.stringify(output);
        } catch (error) {
          return describeToolError(context, error);
        }
      },
    }),
  },
};

/** From this version on, a parameter determines whether the node defines its own prompt. */
const CHOOSES_PROMPT_SINCE = 1.3;

/** Calls a model, which calls tools until it can answer. All agent types use this loop. */
export const agent: NodeType = {
  types: [toAiTypeNames("agent")],
  versions: [...versions(1, 1.9), ...versions(2, 2.3), ...versions(3, 3.1)],
  unsupported: ({ version, parameters }) =>
    version < 2 && parameters.agent === "sqlAgent"
      ? "agents of type 'SQL Agent' are not supported because they query a database"
      : undefined,
  async execute(context: NodeContext) {
    const batch = Math.max(0, context.number("options.batching.delayBetweenBatches", 0, 0));
    const results = await context.each(async (_, index): Promise<Item[]> => {
      if (index > 0 && batch > 0) await context.sleep(batch);
      const prompt = getPrompt(context, index, { choosesSince: CHOOSES_PROMPT_SINCE });
      return [{ json: await runAgent(context, index, prompt, true) }];
    });
    return [results];
  },
};
