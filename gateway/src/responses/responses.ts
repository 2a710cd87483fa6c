import type { Dialect } from "../translation/dialect.ts";
import { toResponse } from "./response.ts";
import { ResponseEvents } from "./response-events.ts";
import { parseResponses } from "./responses-request.ts";

/** Handles `POST /v1/responses`, OpenAI's newer API, without its features that store data. */
export const RESPONSES: Dialect = {
  read: { name: "readResponses", work: parseResponses },
  toResponse: toResponse,
  events: () => new ResponseEvents(),
  error: (_status, body) => body,
};
