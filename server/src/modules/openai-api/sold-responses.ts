/** An object of the API, such as a response of a model, whose fields are the client's and the gateway's. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns an object as fields, and no fields for any other value. */
export const toFields = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

/** Fields that the gateway's responses leave out, with OpenAI's defaults. Responses of models are not stored. */
const DEFAULTS = {
  previous_response_id: null,
  instructions: null,
  tools: [],
  tool_choice: "auto",
  parallel_tool_calls: true,
  max_tool_calls: null,
  max_output_tokens: null,
  temperature: 1,
  top_p: 1,
  top_logprobs: 0,
  presence_penalty: 0,
  frequency_penalty: 0,
  truncation: "disabled",
  text: { format: { type: "text" } },
  reasoning: { effort: null, summary: null },
  metadata: {},
  service_tier: "default",
  safety_identifier: null,
  prompt_cache_key: null,
  user: null,
};

/** Settings of a request that its response repeats. */
const REPEATED = [
  ...["model", "instructions", "tool_choice", "parallel_tool_calls", "max_tool_calls", "max_output_tokens"],
  ...["temperature", "top_p", "presence_penalty", "frequency_penalty", "truncation", "metadata"],
] as const;

/**
 * Completes a response of a model, so that it has every field that the API describes: the gateway's answer, what the request
 * said, and otherwise the defaults.
 */
export function completeResponse(response: Fields, request: Fields): Fields {
  const repeated = REPEATED.flatMap((name) =>
    request[name] === undefined || request[name] === null ? [] : [[name, request[name]] as const],
  );
  const isDone = response.status === "completed";
  return {
    ...DEFAULTS,
    ...Object.fromEntries(Object.entries(response).filter(([, value]) => value !== null)),
    ...{ error: response.error ?? null, incomplete_details: response.incomplete_details ?? null },
    usage: response.usage ?? null,
    completed_at: isDone ? Math.floor(Date.now() / 1_000) : null,
    ...Object.fromEntries(repeated),
    ...{ text: completeText(request.text), reasoning: completeReasoning(request.reasoning) },
    tools: Array.isArray(request.tools) ? request.tools.map(completeTool) : [],
    ...{ store: false, background: false },
  };
}

const completeText = (text: unknown): Fields => ({ ...DEFAULTS.text, ...toFields(text) });
const completeReasoning = (reasoning: unknown): Fields => ({ ...DEFAULTS.reasoning, ...toFields(reasoning) });

/** Adds the fields of a function that a request may leave out. */
function completeTool(tool: unknown): Fields {
  const fields = toFields(tool);
  return fields.type === "function"
    ? { description: null, parameters: null, strict: null, ...fields }
    : fields;
}

/** Completes the response in an event of a stream; other events are returned unchanged. */
export function completeEvent(event: Fields, request: Fields): Fields {
  const { response } = event;
  return response === undefined
    ? event
    : { ...event, response: completeResponse(toFields(response), request) };
}
