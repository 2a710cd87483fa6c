import type {
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultPart,
} from "@ai-sdk/provider";
import { type ChatMessage, textsOf } from "../../chat-request.ts";
import { invalidRequest } from "../../openai-error.ts";

type Of<Role extends ChatMessage["role"]> = Extract<ChatMessage, { role: Role }>;

/**
 * Converts a conversation to the format of the `ai` packages. Anthropic and Google accept one instruction, at the
 * beginning, and expect the results of a turn's calls in one message.
 * @throws GatewayError 400 if a tool's result matches no call.
 */
export function promptOf(messages: readonly ChatMessage[]): LanguageModelV3Prompt {
  const instructions = messages.flatMap((message) =>
    message.role === "system" || message.role === "developer" ? [textsOf(message.content).join("")] : [],
  );
  const toolNames = new Map<string, string>();
  const prompt: LanguageModelV3Message[] = [];
  if (instructions.length > 0) prompt.push({ role: "system", content: instructions.join("\n\n") });
  for (const [index, message] of messages.entries()) {
    if (message.role === "user") prompt.push({ role: "user", content: userParts(message) });
    if (message.role === "assistant") prompt.push(assistantMessage(message, toolNames));
    if (message.role === "tool") {
      const result = toolResult(message, toolNames.get(message.tool_call_id), index);
      const last = prompt.at(-1);
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
    }
  }
  return prompt;
}

function userParts({ content }: Of<"user">) {
  if (typeof content === "string") return [{ type: "text" as const, text: content }];
  return content.map((part) => {
    if (part.type === "text") return { type: "text" as const, text: part.text };
    const [head = "", data = ""] = part.image_url.url.split(",", 2);
    return { type: "file" as const, mediaType: head.slice("data:".length, -";base64".length), data };
  });
}

function assistantMessage(message: Of<"assistant">, toolNames: Map<string, string>): LanguageModelV3Message {
  const text = textsOf(message.content).join("") || (message.refusal ?? "");
  const calls = (message.tool_calls ?? []).map(({ id, function: called }) => {
    toolNames.set(id, called.name);
    return {
      type: "tool-call" as const,
      toolCallId: id,
      toolName: called.name,
      input: parsedInput(called.arguments),
    };
  });
  return {
    role: "assistant",
    content: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls],
  };
}

/** A model may have written invalid JSON. The next model sees the original text. */
function parsedInput(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return { unreadable: text };
  }
}

function toolResult(
  message: Of<"tool">,
  toolName: string | undefined,
  index: number,
): LanguageModelV3ToolResultPart {
  if (toolName === undefined) {
    const path = `messages[${index}].tool_call_id`;
    throw invalidRequest(`"${path}" matches no tool call in the messages before it.`, path, "invalid_value");
  }
  return {
    type: "tool-result",
    toolCallId: message.tool_call_id,
    toolName,
    output: { type: "text", value: textsOf(message.content).join("") },
  };
}
