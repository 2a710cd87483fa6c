import type {
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultPart,
} from "@ai-sdk/provider";
import { type ChatMessage, getTexts } from "../../chat-request.ts";
import { createInvalidRequest } from "../../openai-error.ts";

type MessageWithRole<Role extends ChatMessage["role"]> = Extract<ChatMessage, { role: Role }>;

/**
 * Converts a conversation to the format of the `ai` packages. Anthropic and Google accept one instruction, at the
 * beginning, and expect the results of a turn's calls in one message.
 * @throws GatewayError 400 if a tool's result matches no call.
 */
export function toPrompt(messages: readonly ChatMessage[]): LanguageModelV3Prompt {
  const instructions = messages.flatMap((message) =>
    message.role === "system" || message.role === "developer" ? [getTexts(message.content).join("")] : [],
  );
  const toolNames = new Map<string, string>();
  const prompt: LanguageModelV3Message[] = [];
  if (instructions.length > 0) prompt.push({ role: "system", content: instructions.join("\n\n") });
  for (const [index, message] of messages.entries()) {
    if (message.role === "user") prompt.push({ role: "user", content: toUserParts(message) });
    if (message.role === "assistant") prompt.push(toAssistantMessage(message, toolNames));
    if (message.role === "tool") {
      const result = toToolResult(message, toolNames.get(message.tool_call_id), index);
      const last = prompt.at(-1);
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
    }
  }
  return prompt;
}

function toUserParts({ content }: MessageWithRole<"user">) {
  if (typeof content === "string") return [{ type: "text" as const, text: content }];
  return content.map((part) => {
    if (part.type === "text") return { type: "text" as const, text: part.text };
    const [head = "", data = ""] = part.image_url.url.split(",", 2);
    return { type: "file" as const, mediaType: head.slice("data:".length, -";base64".length), data };
  });
}

function toAssistantMessage(
  message: MessageWithRole<"assistant">,
  toolNames: Map<string, string>,
): LanguageModelV3Message {
  const text = getTexts(message.content).join("") || (message.refusal ?? "");
  const calls = (message.tool_calls ?? []).map(({ id, function: called }) => {
    toolNames.set(id, called.name);
    return {
      type: "tool-call" as const,
      toolCallId: id,
      toolName: called.name,
      input: parseInput(called.arguments),
    };
  });
  return {
    role: "assistant",
    content: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls],
  };
}

/** Returns a tool call's input. If a model wrote invalid JSON, the next model gets the original text. */
function parseInput(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return { unreadable: text };
  }
}

function toToolResult(
  message: MessageWithRole<"tool">,
  toolName: string | undefined,
  index: number,
): LanguageModelV3ToolResultPart {
  if (toolName === undefined) {
    const path = `messages[${index}].tool_call_id`;
    throw createInvalidRequest(
      `"${path}" matches no tool call in the messages before it.`,
      path,
      "invalid_value",
    );
  }
  return {
    type: "tool-result",
    toolCallId: message.tool_call_id,
    toolName,
    output: { type: "text", value: getTexts(message.content).join("") },
  };
}
