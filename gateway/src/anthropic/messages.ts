import type { Dialect } from "../translation/dialect.ts";
import { toAnthropicError, toAnthropicMessage } from "./message.ts";
import { MessageEvents } from "./message-events.ts";
import { parseMessages } from "./messages-request.ts";

/** Handles `POST /v1/messages`, Anthropic's API. */
export const MESSAGES: Dialect = {
  read: { name: "readMessages", work: parseMessages },
  toResponse: toAnthropicMessage,
  events: () => new MessageEvents(),
  error: (status, body) => JSON.stringify(toAnthropicError(status, body)),
};
