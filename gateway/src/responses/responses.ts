import type { Dialect } from "../translation/dialect.ts";
import { wholeResponse } from "./response.ts";
import { ResponseEvents } from "./response-events.ts";
import { parseResponses } from "./responses-request.ts";

/** `POST /v1/responses`, OpenAI's newer API, as far as it asks for an answer and keeps nothing. */
export const RESPONSES: Dialect = {
  read: { name: "readResponses", work: parseResponses },
  whole: wholeResponse,
  events: () => new ResponseEvents(),
  error: (_status, body) => body,
};
