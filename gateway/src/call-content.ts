import { type ChatMessage, type ChatRequest, countImages, getTexts } from "./chat-request.ts";

/** The prompt and the answer of a model call, for users who inspect a run. */
export interface CallContent {
  messages: { role: string; text: string }[];
  answer: string;
  isCut: boolean;
}

/**
 * The number of characters to keep of each prompt and each answer, about 4,000 tokens. Nobody reads further, and a run
 * with many calls stays small.
 */
const MAX_CHARS = 16_000;

function getText(message: ChatMessage): string {
  const parts = [...getTexts(message.content)];
  const images = countImages(message.content);
  if (images > 0) parts.push(`(${images === 1 ? "an image" : `${images} images`})`);
  if (message.role === "assistant") {
    for (const { function: called } of message.tool_calls ?? [])
      parts.push(`${called.name}(${called.arguments})`);
  }
  return parts.join("\n");
}

/** Returns the last messages, truncated to MAX_CHARS in total. They show what this call is about. */
function takeLastMessages(messages: readonly ChatMessage[]): {
  messages: CallContent["messages"];
  isCut: boolean;
} {
  const contents: CallContent["messages"] = [];
  let left = MAX_CHARS;
  for (const message of [...messages].reverse()) {
    const text = getText(message);
    contents.unshift({ role: message.role, text: text.slice(0, left) });
    left -= text.length;
    if (left <= 0) break;
  }
  return { messages: contents, isCut: left < 0 || contents.length < messages.length };
}

/** Returns the text of the request and the answer to store, each truncated to MAX_CHARS. */
export function callContent(request: ChatRequest, answer: string): CallContent {
  const { messages: contents, isCut } = takeLastMessages(request.messages);
  return {
    messages: contents,
    answer: answer.slice(0, MAX_CHARS),
    isCut: isCut || answer.length > MAX_CHARS,
  };
}
