import { type ChatJson, type ChatRequest, textsOf } from "../chat-request.ts";
import type { FunctionCall } from "../completion.ts";
import { invalidRequest } from "../openai-error.ts";
import { readTask } from "./conversation.ts";
import { fillSchema } from "./fill-schema.ts";
import { respond } from "./respond.ts";

/** The text is searched once for every value of a schema: what is longer would keep the core busy. */
const MAX_SEARCHED_CHARS = 50_000;
const NO_PARAMETERS: ChatJson = { type: "object", properties: {} };

/** What values are looked for in: the text given, or the instruction where it is all there is. */
function material(request: ChatRequest): string {
  const { source, instruction } = readTask(request);
  return (source === "" ? instruction : source).slice(0, MAX_SEARCHED_CHARS);
}

/** Everything the user says speaks for a tool's parameters, the request itself first. */
function toolMaterial(request: ChatRequest): string {
  const { source, instruction } = readTask(request);
  return [instruction, source]
    .filter((text) => text !== "")
    .join("\n")
    .slice(0, MAX_SEARCHED_CHARS);
}

/** Keys that an instruction spells out, as in: JSON with the keys "city" and "date". */
const KEY_LIST =
  /\b(?:keys?|fields?|properties)\b[^\n"'`]{0,40}((?:["'`][\w-]{1,60}["'`](?:,? and |, ?)?){1,30})/i;

/** With json_object the form stands, if anywhere, in the messages. */
function freeObject(request: ChatRequest): string {
  const said = request.messages.flatMap((message) =>
    message.role === "tool" ? [] : textsOf(message.content),
  );
  const listed = said.map((text) => KEY_LIST.exec(text)?.[1]).find((found) => found !== undefined);
  if (listed === undefined) return JSON.stringify({ answer: respond(request) });
  const keys = [...listed.matchAll(/[\w-]+(?=["'`])/g)].map(([key]) => key);
  const properties = Object.fromEntries(keys.map((key) => [key, { type: "string" }]));
  return JSON.stringify(fillSchema({ type: "object", properties, required: keys }, material(request)));
}

/**
 * The JSON that a response_format asks for, as text; undefined where it asks for plain text.
 * @throws GatewayError 400 when the schema cannot be filled.
 */
export function filledFormat(request: ChatRequest): string | undefined {
  const format = request.response_format;
  if (format?.type === "json_object") return freeObject(request);
  if (format?.type !== "json_schema") return undefined;
  const { schema } = format.json_schema;
  if (schema === undefined) return freeObject(request);
  return JSON.stringify(fillSchema(schema, material(request)));
}

/**
 * Of several tools, where any will do, the last that was not called yet: frameworks put the form of the final answer
 * behind the tools that lead to it.
 */
function anyTool(request: ChatRequest): string | undefined {
  const called = new Set(
    request.messages.flatMap((message) =>
      message.role === "assistant" ? (message.tool_calls ?? []).map((call) => call.function.name) : [],
    ),
  );
  const names = (request.tools ?? []).map((tool) => tool.function.name);
  return names.findLast((name) => !called.has(name)) ?? names.at(-1);
}

/**
 * The call of the tool that the request forces. stoa-basic chooses no tool of its own accord.
 * @throws GatewayError 400 when a tool is demanded and none is given, or one that is not given.
 */
export function forcedToolCall(request: ChatRequest): FunctionCall | undefined {
  const choice = request.tool_choice;
  if (choice === null || choice === undefined || choice === "none" || choice === "auto") return undefined;
  const tools = request.tools ?? [];
  const wanted = choice === "required" ? anyTool(request) : choice.function.name;
  if (wanted === undefined)
    throw invalidRequest("tool_choice demands a tool and none is given.", "tool_choice");
  const tool = tools.find((each) => each.function.name === wanted);
  if (tool === undefined) throw invalidRequest("tool_choice names a tool that is not given.", "tool_choice");
  return { name: wanted, arguments: JSON.stringify(fillToolArguments(request, tool.function.parameters)) };
}

/**
 * Returns arguments for a tool, from what the conversation says.
 * @throws GatewayError 400 when its schema cannot be filled.
 */
export function fillToolArguments(request: ChatRequest, parameters: ChatJson | null | undefined) {
  return fillSchema(parameters ?? NO_PARAMETERS, toolMaterial(request));
}
