import { createFittingJson } from "./plausible-json.mjs";

const SCHEMA = /JSON Schema:\s*```json\s*([\s\S]*?)```/g;

/** @param {any} message */
function readText({ content }) {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((/** @type {any} */ part) => part.text ?? "").join("\n") : "";
}

/**
 * Returns the schema that the answer must match, or undefined if any text is accepted.
 * @param {any} body a request for a chat completion
 */
function findRequestedSchema({ response_format: format, messages }) {
  if (format?.json_schema?.schema) return format.json_schema.schema;
  const written = [...messages.map(readText).join("\n").matchAll(SCHEMA)].at(-1)?.[1];
  return written === undefined ? undefined : JSON.parse(written);
}

/**
 * Returns the scripted model's next message. The model first calls each tool once. Then it answers in the requested
 * format, or with `anyText` if the request does not specify a format.
 * @param {any} body a request for a chat completion
 * @param {string} anyText
 */
export function createModelTurn(body, anyText) {
  const wasCalled = body.messages.some((/** @type {any} */ { role }) => role === "tool");
  if (body.tools?.length > 0 && body.tool_choice !== "none" && !wasCalled)
    return {
      content: null,
      tool_calls: body.tools.map((/** @type {any} */ { function: tool }, /** @type {number} */ index) => ({
        index,
        id: `call_${index}`,
        type: "function",
        function: { name: tool.name, arguments: JSON.stringify(createFittingJson(tool.parameters)) },
      })),
    };
  const schema = findRequestedSchema(body);
  return { content: schema === undefined ? anyText : JSON.stringify(createFittingJson(schema)) };
}

/**
 * Returns the turn in the format of OpenAI's API, as a stream if the request asks for one.
 * @param {any} body
 * @param {string} anyText
 * @returns {{ type: string; text: string }}
 */
export function createChatCompletion(body, anyText) {
  const turn = createModelTurn(body, anyText);
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
