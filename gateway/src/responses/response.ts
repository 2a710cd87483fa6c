import { randomUUID } from "node:crypto";
import type { ChatAnswer } from "../translation/chat-answer.ts";
import type { Citation } from "../web-search/citations.ts";
import type { FoundPage } from "../web-search/search-service.ts";

interface OutputText {
  type: "output_text";
  text: string;
  annotations: Citation[];
  /** The gateway asks no provider for probabilities. */
  logprobs: [];
}

/** An item in a response's output. */
export type OutputItem =
  | {
      type: "message";
      id: string;
      status: string;
      role: "assistant";
      content: OutputText[];
    }
  | {
      type: "web_search_call";
      id: string;
      status: string;
      action: { type: "search"; query: string; sources: { type: "url"; url: string }[] };
    }
  | { type: "function_call"; id: string; status: string; call_id: string; name: string; arguments: string };

export function createMessageItem(
  id: string,
  text: string,
  status = "completed",
  annotations: Citation[] = [],
): OutputItem & { type: "message" } {
  const content: OutputText[] =
    status === "completed" ? [{ type: "output_text", text, annotations, logprobs: [] }] : [];
  return { type: "message", id: `msg_${id}`, status, role: "assistant", content };
}

export function callItem(
  id: string,
  callId: string,
  name: string,
  text: string,
  status = "completed",
): OutputItem & { type: "function_call" } {
  return { type: "function_call", id: `fc_${id}`, status, call_id: callId, name, arguments: text };
}

export function createSearchItem(
  id: string,
  query: string,
  status: string,
  pages: readonly FoundPage[] = [],
): OutputItem & { type: "web_search_call" } {
  const sources = pages.map(({ url }) => ({ type: "url" as const, url }));
  return { type: "web_search_call", id: `ws_${id}`, status, action: { type: "search", query, sources } };
}

/** The state of an answer at some point. */
export interface ResponseState {
  id: string;
  model: string;
  createdAt: number;
  output: OutputItem[];
  finish: string | undefined;
  usage: ChatAnswer["usage"];
}

/** Returns an answer in the format of OpenAI's Responses API. */
export function toResponseObject(state: ResponseState, status?: "in_progress"): object {
  const isCut = state.finish === "length";
  const { usage } = state;
  return {
    id: `resp_${state.id}`,
    object: "response",
    created_at: state.createdAt,
    status: status ?? (isCut ? "incomplete" : "completed"),
    error: null,
    incomplete_details: isCut ? { reason: "max_output_tokens" } : null,
    instructions: null,
    metadata: {},
    model: state.model,
    output: state.output,
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: "auto",
    tools: [],
    top_p: null,
    usage: usage
      ? {
          input_tokens: usage.prompt_tokens,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: usage.completion_tokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: usage.prompt_tokens + usage.completion_tokens,
        }
      : null,
  };
}

/**
 * Returns a new id. LangChain merges messages with the same id, and not every OpenAI-compatible server uses unique ids.
 */
export function createId(): string {
  return randomUUID().replaceAll("-", "");
}

/** Converts a complete chat completion to a response. */
export function toResponse(chat: ChatAnswer): object {
  const [choice] = chat.choices;
  const id = createId();
  const text = choice?.message?.content ?? "";
  const calls = (choice?.message?.tool_calls ?? []).map((call, index) =>
    callItem(`${id}_${index}`, call.id ?? "", call.function?.name ?? "", call.function?.arguments ?? ""),
  );
  return toResponseObject({
    id,
    model: chat.model ?? "",
    createdAt: Math.floor(Date.now() / 1_000),
    output: [...(text === "" ? [] : [createMessageItem(id, text)]), ...calls],
    finish: choice?.finish_reason ?? undefined,
    usage: chat.usage,
  });
}
