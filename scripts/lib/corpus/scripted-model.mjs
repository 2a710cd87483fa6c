import { fittingJson } from "./plausible-json.mjs";

const SCHEMA = /JSON Schema:\s*```json\s*([\s\S]*?)```/g;

/** @param {any} message */
function textOf({ content }) {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((/** @type {any} */ part) => part.text ?? "").join("\n") : "";
}

/** @param {any} body the schema that the answer has to fit; undefined where any text will do */
function schemaAsked({ response_format: format, messages }) {
  if (format?.json_schema?.schema) return format.json_schema.schema;
  const written = [...messages.map(textOf).join("\n").matchAll(SCHEMA)].at(-1)?.[1];
  return written === undefined ? undefined : JSON.parse(written);
}

/**
 * What a model of the script says: it calls each tool once, then answers with what fits the form that is asked for, or
 * with JSON that has whatever the workflow reads: many a workflow reads answers as JSON, and all take them as text.
 * @param {any} body a request for a chat completion
 * @param {string} anyText
 */
export function modelTurn(body, anyText) {
  const wasCalled = body.messages.some((/** @type {any} */ { role }) => role === "tool");
  if (body.tools?.length > 0 && body.tool_choice !== "none" && !wasCalled)
    return {
      content: null,
      tool_calls: body.tools.map((/** @type {any} */ { function: tool }, /** @type {number} */ index) => ({
        index,
        id: `call_${index}`,
        type: "function",
        function: { name: tool.name, arguments: JSON.stringify(fittingJson(tool.parameters)) },
      })),
    };
  const schema = schemaAsked(body);
  return { content: schema === undefined ? anyText : JSON.stringify(fittingJson(schema)) };
}

/**
 * The turn as OpenAI's API writes it, as a stream where one is asked for.
 * @param {any} body
 * @param {string} anyText
 * @returns {{ type: string; text: string }}
 */
export function chatCompletion(body, anyText) {
  const turn = modelTurn(body, anyText);
  const finish = "tool_calls" in turn ? "tool_calls" : "stop";
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
  const head = { id: "scripted", created: 0, model: body.model };
  if (!body.stream) {
    const choices = [{ index: 0, message: { role: "assistant", ...turn }, finish_reason: finish }];
    return {
      type: "application/json",
      text: JSON.stringify({ ...head, object: "chat.completion", choices, usage }),
    };
  }
  const pieces = [
    { choices: [{ index: 0, delta: { role: "assistant", ...turn }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { choices: [], usage },
  ].map((piece) => `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", ...piece })}\n\n`);
  return { type: "text/event-stream", text: `${pieces.join("")}data: [DONE]\n\n` };
}
