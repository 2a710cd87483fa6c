import type { ExecutionResult } from "@stoa/contract";
import { PlainData, type StreamEvent } from "../../platform/http/event-stream.ts";
import type { FollowedEvent } from "../runs/index.ts";
import { type AnswerUsage, getUsage, isCutOff, presentRest, presentText } from "./answer.ts";
import { createRunError, presentError } from "./api-errors.ts";

/** What the client wants to see in the answer to its request. */
export interface ChatView {
  runId: string;
  /** The model as the request named it. */
  model: string;
  /** When the request came, in milliseconds. */
  startedAt: number;
  includesUsage: boolean;
}

const presentUsage = ({ input, output, total, cost }: AnswerUsage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: total,
  cost,
});

const getFinishReason = (result: ExecutionResult) => (isCutOff(result) ? "length" : "stop");

const createHead = ({ runId, model, startedAt }: ChatView) => ({
  id: `chatcmpl-${runId}`,
  created: Math.floor(startedAt / 1000),
  model,
  run_id: runId,
});

/** Presents the result of a completed run as a chat completion. */
export function presentCompletion(view: ChatView, result: ExecutionResult, inputTokens: number) {
  return {
    ...createHead(view),
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: presentText(result), refusal: null },
        logprobs: null,
        finish_reason: getFinishReason(result),
      },
    ],
    usage: presentUsage(getUsage(result, inputTokens)),
    artifacts: result.artifacts,
  };
}

/** Converts the events of a run to the chunks of a streamed chat completion. */
export async function* streamCompletion(
  view: ChatView,
  events: AsyncIterable<FollowedEvent>,
  readInputTokens: () => Promise<number>,
): AsyncGenerator<StreamEvent> {
  const head = { ...createHead(view), object: "chat.completion.chunk" };
  const unused = view.includesUsage ? { usage: null } : {};
  const toChunk = (delta: object, finish: "stop" | "length" | null = null): StreamEvent => ({
    data: { ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...unused },
  });
  yield toChunk({ role: "assistant", content: "" });
  let sent = "";
  for await (const { event, data } of events) {
    if (event === "output") {
      sent += data.text;
      yield toChunk({ content: data.text });
    } else if (event === "result") {
      if (!data.success) {
        yield { data: presentError(createRunError(data)) };
        return;
      }
      const rest = presentRest(data, sent);
      if (rest !== "") yield toChunk({ content: rest });
      yield toChunk({}, getFinishReason(data));
      if (view.includesUsage) {
        const usage = presentUsage(getUsage(data, await readInputTokens()));
        yield { data: { ...head, choices: [], usage } };
      }
      yield { data: new PlainData("[DONE]") };
    }
  }
}
