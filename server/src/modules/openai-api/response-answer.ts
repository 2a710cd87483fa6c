import type { ExecutionResult } from "@stoa/contract";
import type { StreamEvent } from "../../platform/http/event-stream.ts";
import type { FollowedEvent } from "../runs/index.ts";
import { getUsage, isCutOff, presentRest, presentText } from "./answer.ts";
import { createRunError, presentError } from "./api-errors.ts";
import type { ResponseRequest } from "./response-request.ts";

/** What a response repeats of its request. A response that is read later repeats only what its run keeps. */
export type Echo = Pick<
  ResponseRequest,
  | "model"
  | "instructions"
  | "previous_response_id"
  | "background"
  | "store"
  | "max_output_tokens"
  | "metadata"
  | "text"
>;

export interface ResponseView {
  runId: string;
  echo: Echo;
  /** When the request came, in milliseconds. */
  createdAt: number;
}

type Status = "in_progress" | "completed" | "incomplete" | "failed" | "cancelled";

interface MessageItem {
  id: string;
  type: "message";
  role: "assistant";
  status: "in_progress" | "completed" | "incomplete";
  content: { type: "output_text"; text: string; annotations: []; logprobs: [] }[];
}

const toTextPart = (text: string): MessageItem["content"][number] => ({
  ...{ type: "output_text", text },
  ...{ annotations: [], logprobs: [] },
});

const createMessage = (runId: string, status: MessageItem["status"], text?: string): MessageItem => ({
  ...{ id: `msg_${runId}`, type: "message", role: "assistant", status },
  content: text === undefined ? [] : [toTextPart(text)],
});

/**
 * Presents a run as a response.
 * @param result the run's result; undefined while the run is active
 * @param text the text of the answer, if a stream has sent it
 */
export function presentResponse(
  { runId, echo, createdAt }: ResponseView,
  ended?: { result: ExecutionResult; inputTokens: number; text?: string },
) {
  const result = ended?.result;
  const status = getStatus(result);
  const isAnswered = status === "completed" || status === "incomplete";
  const error =
    result && !result.success && status === "failed" ? presentError(createRunError(result)).error : null;
  return {
    id: `resp_${runId}`,
    object: "response",
    created_at: Math.floor(createdAt / 1000),
    completed_at: result && isAnswered ? Math.floor(Date.parse(result.metadata.timestamp) / 1000) : null,
    status,
    error: error && { code: error.code, message: error.message },
    incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
    model: echo.model,
    instructions: echo.instructions ?? null,
    previous_response_id: echo.previous_response_id ?? null,
    output:
      ended && isAnswered ? [createMessage(runId, status, ended.text ?? presentText(ended.result))] : [],
    usage: ended && isAnswered ? presentUsage(ended.result, ended.inputTokens) : null,
    background: echo.background ?? false,
    store: echo.store ?? true,
    max_output_tokens: echo.max_output_tokens ?? null,
    metadata: echo.metadata ?? {},
    text: { format: echo.text?.format ?? { type: "text" } },
    ...UNUSED,
    run_id: runId,
    artifacts: result?.artifacts ?? [],
  };
}

/** Fields that clients expect and that have no effect on an agent, with OpenAI's defaults. */
const UNUSED = {
  tools: [],
  tool_choice: "auto",
  parallel_tool_calls: true,
  max_tool_calls: null,
  temperature: 1,
  top_p: 1,
  top_logprobs: 0,
  presence_penalty: 0,
  frequency_penalty: 0,
  truncation: "disabled",
  reasoning: { effort: null, summary: null },
  service_tier: "default",
  safety_identifier: null,
  prompt_cache_key: null,
  user: null,
};

function getStatus(result: ExecutionResult | undefined): Status {
  if (!result || result.status === "queued" || result.status === "running") return "in_progress";
  if (result.status === "cancelled") return "cancelled";
  if (!result.success) return "failed";
  return isCutOff(result) ? "incomplete" : "completed";
}

function presentUsage(result: ExecutionResult, inputTokens: number) {
  const { input, output, total, cost } = getUsage(result, inputTokens);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: total,
    cost,
  };
}

/** Converts the events of a run to the events of a streamed response. */
export async function* streamResponse(
  view: ResponseView,
  events: AsyncIterable<FollowedEvent>,
  readInputTokens: () => Promise<number>,
): AsyncGenerator<StreamEvent> {
  const { runId } = view;
  let sequence = 0;
  const toEvent = (type: string, fields: object): StreamEvent => {
    const data = { type, sequence_number: sequence, ...fields };
    sequence += 1;
    return { event: type, data };
  };
  const place = { item_id: `msg_${runId}`, output_index: 0, content_index: 0 };
  const toDelta = (delta: string) => toEvent("response.output_text.delta", { ...place, delta, logprobs: [] });
  let sent = "";
  let isOpen = false;
  function* open(): Generator<StreamEvent> {
    if (isOpen) return;
    isOpen = true;
    const item = createMessage(runId, "in_progress");
    yield toEvent("response.output_item.added", { output_index: 0, item });
    yield toEvent("response.content_part.added", { ...place, part: toTextPart("") });
  }
  const begun = { response: presentResponse(view) };
  yield toEvent("response.created", begun);
  yield toEvent("response.in_progress", begun);
  for await (const { event, data } of events) {
    if (event === "output") {
      yield* open();
      sent += data.text;
      yield toDelta(data.text);
    } else if (event === "result") {
      const inputTokens = await readInputTokens();
      if (!data.success) {
        const response = presentResponse(view, { result: data, inputTokens });
        yield toEvent("response.failed", { response });
        return;
      }
      yield* open();
      const rest = presentRest(data, sent);
      if (rest !== "") yield toDelta(rest);
      const text = sent + rest;
      const response = presentResponse(view, { result: data, inputTokens, text });
      yield toEvent("response.output_text.done", { ...place, text, logprobs: [] });
      yield toEvent("response.content_part.done", { ...place, part: toTextPart(text) });
      yield toEvent("response.output_item.done", { output_index: 0, item: response.output[0] });
      yield toEvent(response.status === "incomplete" ? "response.incomplete" : "response.completed", {
        response,
      });
    }
  }
}
