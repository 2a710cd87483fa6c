import { boundText } from "@stoa/contract/bounded-text";
import type { Message, ToolCall, ToolDefinition } from "@stoa/runtime/declarative";
import { HeldText } from "@stoa/runtime/declarative";
import { toStorableJson } from "@stoa/runtime/sandbox";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import type { ConnectedTool, LanguageModel } from "../model/sub-nodes.ts";
import { invokeModel } from "./ask-model.ts";

/** The maximum number of calls per turn. A model that requests more is confused, or follows injected instructions. */
const MAX_CALLS_A_TURN = 16;
/** The maximum total length of a conversation's tool results. The gateway accepts 8 MiB per request. */
const MAX_RESULTS_CHARS = 400_000;
/** The maximum length of an invented tool name in an error. Real names have at most 64 characters. */
const MAX_NAME_CHARS = 200;
/** The maximum length of a call, and of its result, in the trace. */
const MAX_STEP_CHARS = 2_000;

/** A tool call and its result. */
export interface ToolStep {
  tool: string;
  callId: string;
  args: JsonObject;
  text: string;
  result: string;
}

export interface Conversation {
  models: readonly LanguageModel[];
  messages: Message[];
  tools: readonly ConnectedTool[];
  maxTurns: number;
  responseFormat?: JsonObject;
  /** A tool whose call is the final answer. */
  answerTool?: ToolDefinition;
  /** Receives each chunk of the answer while it streams. */
  onText?: (text: string) => void;
}

export interface ConversationResult {
  text: string;
  steps: ToolStep[];
  /** Whether the turn limit was reached before an answer. */
  stopped: boolean;
}

const toDefinition = ({ name, description, parameters }: ConnectedTool): ToolDefinition => ({
  type: "function",
  function: { name, description, parameters },
});

function parseArguments(call: ToolCall): JsonObject | undefined {
  try {
    const value = toStorableJson(JSON.parse(call.function.arguments.trim() || "{}"));
    return isObject(value) ? value : { input: value };
  } catch {
    return undefined;
  }
}

/** Calls the models in order until one succeeds. Throws the last model's error if all fail. */
async function askAny(context: NodeContext, conversation: Conversation, tools: readonly ToolDefinition[]) {
  const { models, messages, responseFormat, onText } = conversation;
  let failure: unknown;
  for (const model of models) {
    const buffer = new HeldText((text) => onText?.(text), tools.length > 0);
    try {
      const question = { messages, tools, ...(responseFormat && { responseFormat }) };
      const turn = await invokeModel(context, model, { ...question, onText: (text) => buffer.add(text) });
      if (turn.calls.length === 0) buffer.release();
      return turn;
    } catch (error) {
      context.signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}

async function runTool(
  context: NodeContext,
  tools: readonly ConnectedTool[],
  call: ToolCall,
): Promise<string> {
  const { name } = call.function;
  const tool = tools.find((each) => each.name === name);
  const names = tools.map((each) => each.name).join(", ");
  if (!tool)
    return `There is no tool '${boundText(name, MAX_NAME_CHARS)}'. Available tools: ${names || "none"}.`;
  const args = parseArguments(call);
  if (!args) return "The arguments are not valid JSON. Call the tool again with a JSON object.";
  context.step("tool_call", name, boundText(call.function.arguments, MAX_STEP_CHARS));
  const result = await tool.call(args);
  context.step("tool_result", name, boundText(result, MAX_STEP_CHARS));
  return result;
}

function refuseSameNames(context: NodeContext, tools: readonly ConnectedTool[]): void {
  const names = tools.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw context.failure(
      `You have multiple tools with the same name: '${twice}', please rename them to avoid conflicts`,
    );
}

/** Calls the model and its tools in turn until the model answers or the turn limit is reached. */
export async function runToolConversation(
  context: NodeContext,
  conversation: Conversation,
): Promise<ConversationResult> {
  const { messages, tools, maxTurns, answerTool } = conversation;
  refuseSameNames(context, tools);
  const definitions = [...tools.map(toDefinition), ...(answerTool ? [answerTool] : [])];
  const steps: ToolStep[] = [];
  let chars = 0;
  for (let count = 0; count < maxTurns; count += 1) {
    const { text, calls } = await askAny(context, conversation, definitions);
    const answer = calls.find(({ function: { name } }) => name === answerTool?.function.name);
    if (answer) return { text: answer.function.arguments, steps, stopped: false };
    if (calls.length === 0) return { text, steps, stopped: false };
    if (text !== "") context.step("message", "model", boundText(text, MAX_STEP_CHARS));
    const allowedCalls = calls.slice(0, MAX_CALLS_A_TURN);
    messages.push({
      role: "assistant",
      content: text === "" ? null : text,
      tool_calls: allowedCalls.map((call) =>
        parseArguments(call) ? call : { ...call, function: { ...call.function, arguments: "{}" } },
      ),
    });
    for (const call of allowedCalls) {
      const whole = await runTool(context, tools, call);
      const result = boundText(whole, Math.max(0, MAX_RESULTS_CHARS - chars));
      chars += result.length;
      messages.push({ role: "tool", tool_call_id: call.id, content: result });
      steps.push({
        tool: call.function.name,
        callId: call.id,
        args: parseArguments(call) ?? {},
        text: text,
        result,
      });
    }
  }
  return { text: "", steps, stopped: true };
}
