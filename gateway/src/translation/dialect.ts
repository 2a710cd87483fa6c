import type { HeavyTask } from "../work/heavy-call.ts";
import type { ChatAnswer } from "./chat-answer.ts";

/** A chat completion's pieces as the events of another API. */
export interface AnswerEvents {
  /** The events that a piece makes. */
  take(piece: ChatAnswer): string;
  /** The events that end the answer. */
  end(): string;
  /** The event of a stream that broke off with this error, in OpenAI's shape. */
  brokenOff(error: string): string;
}

/** What a body of another API asks for, as a chat completion's body. */
export interface TranslatedRequest {
  chat: object;
  isStream: boolean;
}

/** Another API that asks for the same as a chat completion. */
export interface Dialect {
  /** Reads a body. @throws GatewayError 400 naming the field that is wrong or not supported. */
  read: HeavyTask<string, TranslatedRequest>;
  whole(chat: ChatAnswer): object;
  events(): AnswerEvents;
  /** An error of the chat route, in OpenAI's shape. */
  error(status: number, body: string): string;
}
