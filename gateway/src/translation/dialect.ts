import type { WebSearch } from "../web-search/web-search-tool.ts";
import type { HeavyTask } from "../work/heavy-call.ts";
import type { ChatAnswer } from "./chat-answer.ts";

/** Converts a chat completion's chunks into the events of another API. */
export interface AnswerEvents {
  /** Returns the events for a chunk. */
  take(piece: ChatAnswer): string;
  /** Returns the events that end the answer. */
  end(): string;
  /** Returns the event for a stream that was interrupted by this error, which is in OpenAI's format. */
  endWithError(error: string): string;
}

/** A request to another API, translated to the body of a chat completion. */
export interface TranslatedRequest {
  chat: object;
  isStream: boolean;
  /** Set if the request offers the model OpenAI's web search, which the gateway performs. */
  search?: WebSearch;
}

/** Another API whose requests can be translated to chat completions. */
export interface Dialect {
  /**
   * Parses a body.
   * @throws GatewayError 400 if the body is not valid JSON, or naming the field that is invalid or not supported.
   */
  read: HeavyTask<string, TranslatedRequest>;
  toResponse(chat: ChatAnswer): object;
  events(): AnswerEvents;
  /** Converts an error of the chat route, which is in OpenAI's format. */
  error(status: number, body: string): string;
}
