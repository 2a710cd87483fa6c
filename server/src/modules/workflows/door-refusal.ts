import type { IncomingMessage, ServerResponse } from "node:http";

/** Why a run gets no answer: a stable code, and a sentence for the workflow's author. */
export class DoorRefusal extends Error {
  override readonly name = "DoorRefusal";
  readonly status: number;
  readonly code: string;

  constructor(message: string, { status, code }: { status: number; code: string }, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}

/** Tells a run why there is no answer; an answer that has begun is broken off instead. */
export function answerDoorRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message }: DoorRefusal,
): void {
  if (response.closed) return;
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, {
    "content-type": "application/json",
    ...(!request.complete && { connection: "close" }),
  });
  response.end(JSON.stringify({ error: code, detail: message }));
}
