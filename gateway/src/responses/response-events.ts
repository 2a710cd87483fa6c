import type { ChatAnswer, ChatToolCall } from "../translation/chat-answer.ts";
import type { AnswerEvents } from "../translation/dialect.ts";
import { readError } from "../upstream/provider-answer.ts";
import type { Citation } from "../web-search/citations.ts";
import type { SearchOutcome } from "../web-search/perform-search.ts";
import {
  callItem,
  createId,
  createMessageItem,
  createSearchItem,
  type ResponseState,
  toResponseObject,
} from "./response.ts";

/** The item in progress: text, or the tool call with this index in the chat completion. */
interface OpenItem {
  call: number | undefined;
  callId: string;
  name: string;
  text: string;
}

/** Converts the chunks of a streamed chat completion into the events of a streamed response. */
export class ResponseEvents implements AnswerEvents {
  private sequence = 0;
  private open: OpenItem | undefined;
  private state: ResponseState | undefined;
  /** The tokens of earlier model calls for the same answer. */
  private earlierUsage: ChatAnswer["usage"];
  private readonly cite: (text: string) => Citation[];

  /** @param cite returns the citations in the text of an answer */
  constructor(cite: (text: string) => Citation[] = () => []) {
    this.cite = cite;
  }

  take(piece: ChatAnswer): string {
    let events = this.start(piece);
    const state = this.startResponse(piece);
    if (piece.usage) state.usage = addUsage(this.earlierUsage, piece.usage);
    const [choice] = piece.choices;
    if (choice?.delta?.content) events += this.writeText(state, choice.delta.content);
    for (const call of choice?.delta?.tool_calls ?? []) events += this.call(state, call);
    if (choice?.finish_reason) state.finish = choice.finish_reason;
    return events;
  }

  /** Returns the events that begin a web search, and a function that returns the events that end it. */
  search(query: string): { begin: string; end: (outcome: SearchOutcome) => string } {
    const state = this.startResponse(undefined);
    this.earlierUsage = state.usage;
    let begin = this.close(state);
    const output_index = state.output.length;
    const id = `${state.id}_${output_index}`;
    const place = { item_id: `ws_${id}`, output_index };
    const started = createSearchItem(id, query, "in_progress");
    state.output.push(started);
    begin += this.formatEvent("response.output_item.added", { output_index, item: started });
    begin += this.formatEvent("response.web_search_call.in_progress", place);
    begin += this.formatEvent("response.web_search_call.searching", place);
    const end = ({ pages, problem }: SearchOutcome) => {
      const item = createSearchItem(id, query, problem === undefined ? "completed" : "failed", pages);
      state.output[output_index] = item;
      return (
        this.formatEvent("response.web_search_call.completed", place) +
        this.formatEvent("response.output_item.done", { output_index, item })
      );
    };
    return { begin, end };
  }

  /** Returns the answer so far, as the response to a request that is not streamed. */
  toResponse(): object {
    const state = this.startResponse(undefined);
    this.close(state);
    return toResponseObject(state);
  }

  end(): string {
    const { state } = this;
    if (state === undefined) return "";
    const closing = this.close(state);
    const name = state.finish === "length" ? "response.incomplete" : "response.completed";
    return closing + this.formatEvent(name, { response: toResponseObject(state) });
  }

  endWithError(error: string): string {
    const message = readError(error)?.message ?? "The response was interrupted. Try again.";
    return this.formatEvent("error", { code: "server_error", message, param: null });
  }

  private formatEvent(type: string, fields: object): string {
    const data = JSON.stringify({ type, ...fields, sequence_number: this.sequence });
    this.sequence += 1;
    return `event: ${type}\ndata: ${data}\n\n`;
  }

  private startResponse(piece: ChatAnswer | undefined): ResponseState {
    this.state ??= {
      id: createId(),
      model: piece?.model ?? "",
      createdAt: Math.floor(Date.now() / 1_000),
      output: [],
      finish: undefined,
      usage: undefined,
    };
    return this.state;
  }

  private start(piece: ChatAnswer): string {
    if (this.state !== undefined) return "";
    const response = toResponseObject(this.startResponse(piece), "in_progress");
    return (
      this.formatEvent("response.created", { response }) +
      this.formatEvent("response.in_progress", { response })
    );
  }

  private writeText(state: ResponseState, delta: string): string {
    let events = "";
    if (this.open === undefined || this.open.call !== undefined) {
      events += this.close(state);
      this.open = { call: undefined, callId: "", name: "", text: "" };
      const { item, place } = this.place(state, "in_progress");
      events += this.formatEvent("response.output_item.added", { output_index: place.output_index, item });
      const part = { type: "output_text", text: "", annotations: [], logprobs: [] };
      events += this.formatEvent("response.content_part.added", { ...place, content_index: 0, part });
    }
    this.open.text += delta;
    const { place } = this.place(state);
    return (
      events +
      this.formatEvent("response.output_text.delta", { ...place, content_index: 0, delta, logprobs: [] })
    );
  }

  private call(state: ResponseState, call: ChatToolCall): string {
    const number = call.index ?? 0;
    let events = "";
    if (this.open?.call !== number) {
      events += this.close(state);
      this.open = { call: number, callId: call.id ?? "", name: call.function?.name ?? "", text: "" };
      const { item, place } = this.place(state, "in_progress");
      events += this.formatEvent("response.output_item.added", { output_index: place.output_index, item });
    }
    const delta = call.function?.arguments ?? "";
    if (delta === "" || this.open === undefined) return events;
    this.open.text += delta;
    return (
      events +
      this.formatEvent("response.function_call_arguments.delta", { ...this.place(state).place, delta })
    );
  }

  /** Returns the open item in its current state, and its index. */
  private place(state: ResponseState, status?: string) {
    const { call, callId, name, text } = this.open ?? { call: undefined, callId: "", name: "", text: "" };
    const id = `${state.id}_${state.output.length}`;
    const item =
      call === undefined ? createMessageItem(id, text, status) : callItem(id, callId, name, text, status);
    return { item, place: { item_id: item.id, output_index: state.output.length } };
  }

  private close(state: ResponseState): string {
    if (this.open === undefined) return "";
    const { item, place } = this.place(state);
    let events = "";
    if (item.type === "message") {
      const { text } = this.open;
      const annotations = this.cite(text);
      const part = { type: "output_text" as const, text, annotations, logprobs: [] as [] };
      item.content = [part];
      for (const [annotation_index, annotation] of annotations.entries()) {
        const fields = { ...place, content_index: 0, annotation_index, annotation };
        events += this.formatEvent("response.output_text.annotation.added", fields);
      }
      events += this.formatEvent("response.output_text.done", {
        ...place,
        content_index: 0,
        text,
        logprobs: [],
      });
      events += this.formatEvent("response.content_part.done", { ...place, content_index: 0, part });
    } else {
      const { name, arguments: text } = item;
      events += this.formatEvent("response.function_call_arguments.done", {
        ...place,
        name,
        arguments: text,
      });
    }
    events += this.formatEvent("response.output_item.done", { output_index: place.output_index, item });
    state.output.push(item);
    this.open = undefined;
    return events;
  }
}

function addUsage(
  earlier: ChatAnswer["usage"],
  usage: NonNullable<ChatAnswer["usage"]>,
): ChatAnswer["usage"] {
  return {
    prompt_tokens: (earlier?.prompt_tokens ?? 0) + usage.prompt_tokens,
    completion_tokens: (earlier?.completion_tokens ?? 0) + usage.completion_tokens,
  };
}
