import { type ChatJson, type ChatRequest, getTexts } from "../chat-request.ts";
import type { FunctionCall } from "../completion.ts";
import { createInvalidRequest } from "../openai-error.ts";
import { readTask } from "./conversation.ts";
import { fillSchema } from "./fill-schema.ts";
import { respond } from "./respond.ts";
import { findSchemaInPrompt } from "./schema-in-prompt.ts";

/**
 * The number of characters that are searched. The text is searched once per value of a schema, so a longer text would
 * block the processor.
 */
const MAX_SEARCHED_CHARS = 50_000;
const NO_PARAMETERS: ChatJson = { type: "object", properties: {} };

/** Returns the text to search for values: the given text, or the instruction if there is no other text. */
function collectMaterial(request: ChatRequest): string {
  const { source, instruction } = readTask(request);
  return (source === "" ? instruction : source).slice(0, MAX_SEARCHED_CHARS);
}

/** Returns the text to search for a tool's arguments: the instruction, followed by the text that it refers to. */
function collectToolMaterial(request: ChatRequest): string {
  const { source, instruction } = readTask(request);
  return [instruction, source]
    .filter((text) => text !== "")
    .join("\n")
    .slice(0, MAX_SEARCHED_CHARS);
}

/** Matches the keys that an instruction lists, as in: JSON with the keys "city" and "date". */
const KEY_LIST =
  /\b(?:keys?|fields?|properties)\b[^\n"'`]{0,40}((?:["'`][\w-]{1,60}["'`](?:,? and |, ?)?){1,30})/i;

/** Returns the object for a request with json_object. Only the messages can describe its structure. */
function buildFreeObject(request: ChatRequest): string {
  const texts = request.messages.flatMap((message) =>
    message.role === "tool" ? [] : getTexts(message.content),
  );
  const listed = texts.map((text) => KEY_LIST.exec(text)?.[1]).find((found) => found !== undefined);
  if (listed === undefined) return JSON.stringify({ answer: respond(request) });
  const keys = [...listed.matchAll(/(?<![\w-])[\w-]+(?=["'`])/g)].map(([key]) => key);
  const properties = Object.fromEntries(keys.map((key) => [key, { type: "string" }]));
  return JSON.stringify(fillSchema({ type: "object", properties, required: keys }, collectMaterial(request)));
}

/** Returns the object for a schema that only the messages contain; undefined if there is none that can be filled in. */
function fillSchemaInPrompt(request: ChatRequest): string | undefined {
  const found = findSchemaInPrompt(request);
  if (found === undefined) return undefined;
  try {
    return JSON.stringify(fillSchema(found.schema, collectMaterial(found.request)));
  } catch {
    return undefined;
  }
}

/**
 * Returns the JSON that a response_format or the messages request, as text. Undefined if plain text is requested.
 * @throws GatewayError 400 if the schema cannot be filled in.
 */
export function fillRequestedJson(request: ChatRequest): string | undefined {
  const format = request.response_format;
  if (format?.type === "json_object") return fillSchemaInPrompt(request) ?? buildFreeObject(request);
  if (format?.type !== "json_schema") return fillSchemaInPrompt(request);
  const { schema } = format.json_schema;
  if (schema === undefined) return buildFreeObject(request);
  return JSON.stringify(fillSchema(schema, collectMaterial(request)));
}

/**
 * Returns the tool for a request that accepts any tool: the last tool that has not been called yet, or the last tool of
 * the list if all have been called. Frameworks list the tool for the final answer after the tools that lead to it.
 */
function chooseAnyTool(request: ChatRequest): string | undefined {
  const called = new Set(
    request.messages.flatMap((message) =>
      message.role === "assistant" ? (message.tool_calls ?? []).map((call) => call.function.name) : [],
    ),
  );
  const names = (request.tools ?? []).map((tool) => tool.function.name);
  return names.findLast((name) => !called.has(name)) ?? names.at(-1);
}

/**
 * Returns the tool call that the request requires; undefined if it requires none.
 * @throws GatewayError 400 if the request does not define the required tool or the tool's schema cannot be filled in.
 */
export function buildForcedToolCall(request: ChatRequest): FunctionCall | undefined {
  const choice = request.tool_choice;
  if (choice === null || choice === undefined || choice === "none" || choice === "auto") return undefined;
  const tools = request.tools ?? [];
  const toolName = choice === "required" ? chooseAnyTool(request) : choice.function.name;
  if (toolName === undefined)
    throw createInvalidRequest("tool_choice requires a tool, but the request defines none.", "tool_choice");
  const tool = tools.find((each) => each.function.name === toolName);
  if (tool === undefined)
    throw createInvalidRequest("tool_choice names a tool that the request does not define.", "tool_choice");
  return { name: toolName, arguments: JSON.stringify(fillToolArguments(request, tool.function.parameters)) };
}

/**
 * Returns arguments for a tool, taken from the conversation.
 * @throws GatewayError 400 if its schema cannot be filled in.
 */
export function fillToolArguments(request: ChatRequest, parameters: ChatJson | null | undefined) {
  return fillSchema(parameters ?? NO_PARAMETERS, collectToolMaterial(request));
}
