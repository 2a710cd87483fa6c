import { type ChatJson, type ChatRequest, getTexts } from "../chat-request.ts";

/** A conversation with the JSON schema of the answer in a message, which is how frameworks' JSON parsers request it. */
export interface SchemaInPrompt {
  schema: ChatJson;
  /** The conversation without the schema, because the schema's words are not material for the answer. */
  request: ChatRequest;
}

/**
 * The number of characters of a message that are searched, to limit the time for one request. LangChain's
 * instructions for a schema with 20 fields have 5,000 characters.
 */
const MAX_SEARCHED_CHARS = 50_000;
const FENCE = "```";

function readSchema(block: string): ChatJson | undefined {
  const text = block.slice(block.search(/[\n{]/)).trim();
  if (!text.startsWith("{")) return undefined;
  try {
    const schema = JSON.parse(text) as ChatJson;
    const { properties } = schema;
    if (typeof properties !== "object" || properties === null || Array.isArray(properties)) return undefined;
    // LangChain omits the type of the schema, which is always an object.
    return { type: "object", ...schema };
  } catch {
    return undefined;
  }
}

/** Returns the last JSON schema in a code block of a message that asks for JSON, or undefined. */
export function findSchemaInPrompt(request: ChatRequest): SchemaInPrompt | undefined {
  let schema: ChatJson | undefined;
  const messages = request.messages.map((message) => {
    if (message.role === "assistant" || message.role === "tool") return message;
    const text = getTexts(message.content).join("\n").slice(0, MAX_SEARCHED_CHARS);
    if (!/\bJSON\b/i.test(text)) return message;
    // The odd parts are inside code fences.
    const parts = text.split(FENCE);
    const kept = parts.filter((part, index) => {
      const found = index % 2 === 1 && index < parts.length - 1 ? readSchema(part) : undefined;
      schema = found ?? schema;
      return found === undefined;
    });
    return kept.length === parts.length ? message : { ...message, content: kept.join("\n") };
  });
  return schema && { schema, request: { ...request, messages } };
}
