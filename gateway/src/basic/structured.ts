import type { ChatRequest, JsonObject } from "../chat-request.ts";
import type { FunctionCall } from "../completion.ts";
import { invalidRequest } from "../openai-error.ts";
import { readTask } from "./conversation.ts";
import { fillSchema } from "./fill-schema.ts";
import { respond } from "./respond.ts";
import { MAX_SOURCE_CHARS } from "./sentences.ts";

const NO_PARAMETERS: JsonObject = { type: "object", properties: {} };

/** What values are looked for in: the text given, or the instruction where it is all there is. */
function material(request: ChatRequest): string {
  const { source, instruction } = readTask(request);
  return (source === "" ? instruction : source).slice(0, MAX_SOURCE_CHARS);
}

/** Everything the user says speaks for a tool's parameters, the request itself first. */
function toolMaterial(request: ChatRequest): string {
  const { source, instruction } = readTask(request);
  return [instruction, source]
    .filter((text) => text !== "")
    .join("\n")
    .slice(0, MAX_SOURCE_CHARS);
}

/**
 * The JSON that a response_format asks for, as text; undefined where it asks for plain text.
 * @throws GatewayError 400 when the schema cannot be filled.
 */
export function filledFormat(request: ChatRequest): string | undefined {
  const format = request.response_format;
  if (format?.type === "json_object") return JSON.stringify({ answer: respond(request) });
  if (format?.type !== "json_schema") return undefined;
  const { schema } = format.json_schema;
  if (schema === undefined) return JSON.stringify({ answer: respond(request) });
  return JSON.stringify(fillSchema(schema, material(request)));
}

/**
 * The call of the tool that the request forces. stoa-basic chooses no tool of its own accord.
 * @throws GatewayError 400 when a tool is demanded without saying which of several, or one that is not given.
 */
export function forcedToolCall(request: ChatRequest): FunctionCall | undefined {
  const choice = request.tool_choice;
  if (choice === null || choice === undefined || choice === "none" || choice === "auto") return undefined;
  const tools = request.tools ?? [];
  const name = choice === "required" && tools.length === 1 ? tools[0]?.function.name : undefined;
  const wanted = choice === "required" ? name : choice.function.name;
  if (wanted === undefined) {
    throw invalidRequest("stoa-basic cannot choose among tools: force one by its name.", "tool_choice");
  }
  const tool = tools.find((each) => each.function.name === wanted);
  if (tool === undefined) throw invalidRequest("tool_choice names a tool that is not given.", "tool_choice");
  const filled = fillSchema(tool.function.parameters ?? NO_PARAMETERS, toolMaterial(request));
  return { name: wanted, arguments: JSON.stringify(filled) };
}
