import type { Message, ToolDefinition } from "@stoa/runtime/declarative";
import type { JsonValue } from "@stoa/runtime/protocol";
import { withBinaryImages } from "../../../ai/images.ts";
import { toResponseFormat } from "../../../ai/json-schema.ts";
import { runToolConversation, type ToolStep } from "../../../ai/tool-conversation.ts";
import { getConnectedTools } from "../../../ai/tools.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { ChatMemory, OutputParser } from "../../../model/sub-nodes.ts";

const STANDARD_INSTRUCTIONS = "You are a helpful assistant";
const MAX_ITERATIONS = 10;
/** The gateway allows a run this many model calls. */
const MOST_ITERATIONS = 64;
const FINAL_ANSWER = "format_final_json_response";

function createFinalAnswerTool(schema: JsonObject): ToolDefinition {
  return {
    type: "function",
    function: {
      name: FINAL_ANSWER,
      description: "Give the final answer by calling this, and only once no other tool is needed.",
      parameters: schema,
    },
  };
}

function getInstructions(context: NodeContext, itemIndex: number, parser: OutputParser | undefined): string {
  const { prefix, suffix, systemMessage, humanMessage } = context.object("options", itemIndex);
  const texts = [systemMessage ?? prefix, humanMessage, suffix]
    .filter((text): text is string => typeof text === "string" && text.trim() !== "")
    .filter((text) => text !== "{input}");
  const instructions = texts.length > 0 ? texts.join("\n\n") : STANDARD_INSTRUCTIONS;
  return parser ? `${instructions}\n\n${parser.instructions}` : instructions;
}

function toIntermediateStep({ tool, callId, args, text, result }: ToolStep): JsonObject {
  return {
    action: {
      tool,
      toolInput: args,
      log: text === "" ? `Calling ${tool} with input: ${JSON.stringify(args)}` : text,
      toolCallId: callId,
      type: "tool_call",
    },
    observation: result,
  };
}

async function loadMessages(memory: ChatMemory | undefined): Promise<Message[]> {
  const messages = (await memory?.load()) ?? [];
  return messages.flatMap(({ role, content }): Message[] => (role === "tool" ? [] : [{ role, content }]));
}

/**
 * Returns n8n's answer for an agent that reached its iteration limit.
 * @throws NodeError with n8n's message from version 3 on
 */
function explainTurnLimit(context: NodeContext, itemIndex: number, turns: number): string {
  if (context.node.version < 3) return "Agent stopped due to max iterations.";
  throw context.failure(
    `Max iterations (${turns}) reached. The agent could not complete the task within the allowed number of iterations.`,
    { field: "options.maxIterations", itemIndex },
  );
}

/** Runs an agent on a prompt with its model, memory, tools and output schema. */
export async function runAgent(
  context: NodeContext,
  itemIndex: number,
  prompt: string,
  canStream: boolean,
): Promise<JsonObject> {
  const models = await context.getSubNodes("ai_languageModel", itemIndex);
  if (models.length === 0)
    throw context.failure("A Chat Model sub-node must be connected and enabled", {
      field: "ai_languageModel",
      itemIndex,
    });
  const usesFallback = context.flag("needsFallback", itemIndex);
  const [memory] = await context.getSubNodes("ai_memory", itemIndex);
  const tools = await getConnectedTools(context, itemIndex);
  const [attachedParser] = context.flag("hasOutputParser", itemIndex)
    ? await context.getSubNodes("ai_outputParser", itemIndex)
    : [];
  const parser: OutputParser | undefined = attachedParser;
  const showsImages = context.flag("options.passthroughBinaryImages", itemIndex, true);
  const turns = Math.min(
    MOST_ITERATIONS,
    Math.max(1, context.number("options.maxIterations", itemIndex, MAX_ITERATIONS)),
  );
  const messages: Message[] = [
    { role: "system", content: getInstructions(context, itemIndex, parser) },
    ...(await loadMessages(memory)),
    {
      role: "user",
      content: showsImages ? withBinaryImages(prompt, context.items[itemIndex]) : prompt,
    },
  ];
  const schema = parser?.schema;
  const concluded = await runToolConversation(context, {
    models: usesFallback ? models : models.slice(0, 1),
    messages,
    tools,
    maxTurns: turns,
    // Some providers reject requests that have both tools and a response format. If there are tools, the format becomes
    // a tool.
    ...(schema && tools.length > 0 && { answerTool: createFinalAnswerTool(schema) }),
    ...(schema && tools.length === 0 && { responseFormat: toResponseFormat(schema) }),
    ...(canStream && !parser && { onText: (text: string) => context.stream(text) }),
  });
  const text = concluded.stopped ? explainTurnLimit(context, itemIndex, turns) : concluded.text;
  const output: JsonValue = parser && !concluded.stopped ? await parser.parse(text) : text;
  await memory?.save([
    { role: "user", content: prompt },
    { role: "assistant", content: text },
  ]);
  const showsSteps = context.flag("options.returnIntermediateSteps", itemIndex);
  return { output, ...(showsSteps && { intermediateSteps: concluded.steps.map(toIntermediateStep) }) };
}
