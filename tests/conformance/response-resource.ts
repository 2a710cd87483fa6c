import * as z from "zod";

const Count = z.int().min(0);
const Text = z.strictObject({
  type: z.literal("output_text"),
  text: z.string(),
  annotations: z.array(z.unknown()),
  logprobs: z.array(z.unknown()),
});
const MessageItem = z.object({
  type: z.literal("message"),
  id: z.string(),
  status: z.enum(["in_progress", "completed", "incomplete"]),
  role: z.literal("assistant"),
  content: z.array(Text),
});
const FunctionCall = z.object({
  type: z.literal("function_call"),
  id: z.string(),
  status: z.enum(["in_progress", "completed", "incomplete"]),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
});
const OutputItem = z.discriminatedUnion("type", [MessageItem, FunctionCall]);
const Usage = z.object({
  input_tokens: Count,
  output_tokens: Count,
  total_tokens: Count,
  input_tokens_details: z.object({ cached_tokens: Count }),
  output_tokens_details: z.object({ reasoning_tokens: Count }),
});

const FunctionTool = z.object({
  type: z.literal("function"),
  name: z.string(),
  description: z.string().nullable(),
  parameters: z.record(z.string(), z.unknown()).nullable(),
  strict: z.boolean().nullable(),
});

/** A response as Open Responses describes it: every field is required. */
export const ResponseResource = z.object({
  id: z.string().min(1),
  object: z.literal("response"),
  created_at: z.int(),
  completed_at: z.int().nullable(),
  status: z.enum(["in_progress", "completed", "incomplete", "failed", "cancelled"]),
  incomplete_details: z.object({ reason: z.string() }).nullable(),
  model: z.string(),
  previous_response_id: z.string().nullable(),
  instructions: z.string().nullable(),
  output: z.array(OutputItem),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  tools: z.array(FunctionTool),
  tool_choice: z.enum(["none", "auto", "required"]),
  truncation: z.enum(["auto", "disabled"]),
  parallel_tool_calls: z.boolean(),
  text: z.object({ format: z.object({ type: z.enum(["text", "json_object", "json_schema"]) }) }),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: z.int(),
  temperature: z.number(),
  reasoning: z.object({ effort: z.string().nullable(), summary: z.string().nullable() }).nullable(),
  usage: Usage.nullable(),
  max_output_tokens: z.int().nullable(),
  max_tool_calls: z.int().nullable(),
  store: z.boolean(),
  background: z.boolean(),
  service_tier: z.string(),
  metadata: z.record(z.string(), z.string()),
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
});
export type ResponseResource = z.infer<typeof ResponseResource>;

const numbered = { sequence_number: Count };
const place = { ...numbered, item_id: z.string(), output_index: Count, content_index: Count };
const whole = { ...numbered, response: ResponseResource };

/** An event of a streamed response. */
export const ResponseEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("response.created"), ...whole }),
  z.object({ type: z.literal("response.in_progress"), ...whole }),
  z.object({
    type: z.literal("response.output_item.added"),
    ...numbered,
    output_index: Count,
    item: OutputItem,
  }),
  z.object({ type: z.literal("response.content_part.added"), ...place, part: Text }),
  z.object({
    type: z.literal("response.output_text.delta"),
    ...place,
    delta: z.string(),
    logprobs: z.array(z.unknown()),
  }),
  z.object({
    type: z.literal("response.output_text.done"),
    ...place,
    text: z.string(),
    logprobs: z.array(z.unknown()),
  }),
  z.object({ type: z.literal("response.content_part.done"), ...place, part: Text }),
  z.object({
    type: z.literal("response.output_item.done"),
    ...numbered,
    output_index: Count,
    item: OutputItem,
  }),
  z.object({
    type: z.literal("response.function_call_arguments.delta"),
    ...{ ...numbered, item_id: z.string(), output_index: Count, delta: z.string() },
  }),
  z.object({
    type: z.literal("response.function_call_arguments.done"),
    ...{ ...numbered, item_id: z.string(), output_index: Count, arguments: z.string() },
  }),
  z.object({ type: z.literal("response.completed"), ...whole }),
]);
export type ResponseEvent = z.infer<typeof ResponseEvent>;
