import { calculated } from "../../../ai/calculator.ts";
import { toolName } from "../../../ai/tool-names.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { aiType, versions } from "../versions.ts";
import { toolFailure } from "./tool-failure.ts";
import { askWikipedia } from "./wikipedia.ts";

interface TextTool {
  type: string;
  upTo: number;
  /** Its name, where its node's is not taken. */
  name: string | undefined;
  description(context: NodeContext, itemIndex: number): string;
  answer(context: NodeContext, input: string): string | Promise<string>;
}

const TOOLS: readonly TextTool[] = [
  {
    type: "toolCalculator",
    upTo: 1,
    name: "calculator",
    description: () => "Works out a sum. The input is an expression such as (2 + 3) * sqrt(16) / 4.",
    answer(_, input) {
      try {
        return String(calculated(input));
      } catch {
        return "I don't know how to do that.";
      }
    },
  },
  {
    type: "toolThink",
    upTo: 1.1,
    name: undefined,
    description: (context, itemIndex) =>
      context.text("description", itemIndex) ||
      "Use this to think about something. It changes nothing and finds nothing out: it only keeps the thought.",
    answer: (_, input) => input,
  },
  {
    type: "toolWikipedia",
    upTo: 1,
    name: "wikipedia-api",
    description: () => "Looks something up in Wikipedia. The input is what to search for.",
    answer: askWikipedia,
  },
];

function textTool({ type, upTo, name, description, answer }: TextTool): NodeType {
  return {
    types: [aiType(type)],
    versions: versions(1, upTo),
    supplies: {
      ai_tool: (context, itemIndex) => ({
        name: name ?? toolName(context.node.name),
        description: description(context, itemIndex),
        parameters: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
        async call(args) {
          const given = args.input ?? args.query ?? "";
          try {
            return await answer(context, typeof given === "string" ? given : JSON.stringify(given));
          } catch (error) {
            return toolFailure(context, error);
          }
        },
      }),
    },
    ...(type === "toolWikipedia" && { needs: () => ({ hosts: ["en.wikipedia.org"] }) }),
  };
}

/** Tools that take a text and give one. */
export const TEXT_TOOLS: readonly NodeType[] = TOOLS.map(textTool);
