import type { Dialect } from "../translation/dialect.ts";
import { asAnthropicError, asMessage } from "./message.ts";
import { MessageEvents } from "./message-events.ts";
import { parseMessages } from "./messages-request.ts";

/** Handles `POST /v1/messages`, Anthropic's API. */
export const MESSAGES: Dialect = {
  read: { name: "readMessages", work: parseMessages },
  whole: asMessage,
  events: () => new MessageEvents(),
  error: (status, body) => JSON.stringify(asAnthropicError(status, body)),
};
