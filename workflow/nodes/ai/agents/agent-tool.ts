import { schemaOfFromAi } from "../../../ai/from-ai-schema.ts";
import { toolName } from "../../../ai/tool-names.ts";
import { findFromAiFields } from "../../../expressions/index.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toolFailure } from "../tools/tool-failure.ts";
import { aiType, versions } from "../versions.ts";
import { agentAnswer } from "./agent-answer.ts";
import { promptOf } from "./agent-prompt.ts";

/** An agent that another one calls. */
export const agentTool: NodeType = {
  types: [aiType("agentTool")],
  versions: [...versions(2.2, 2.3), ...versions(3, 3.1)],
  supplies: {
    ai_tool: (context, itemIndex) => ({
      name: toolName(context.node.name),
      description: context.text("toolDescription", itemIndex, "AI Agent that can call other tools"),
      parameters: schemaOfFromAi(findFromAiFields(context.node.parameters)),
      async call(args) {
        const item = context.items[itemIndex] ?? { json: {} };
        const inner = context.withItems([item], args);
        try {
          const prompt = promptOf(inner, 0, { choosesSince: Number.POSITIVE_INFINITY });
          const { output } = await agentAnswer(inner, 0, prompt, false);
          return typeof output === "string" ? output : JSON.stringify(output);
        } catch (error) {
          return toolFailure(context, error);
        }
      },
    }),
  },
};
