import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the provider received it. */
export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

type Script = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

/** A provider on real HTTP with scripted answers. */
export interface ScriptedUpstream {
  baseUrl: string;
  received: ReceivedRequest[];
  answer(script: Script): void;
  close(): Promise<void>;
}

/** Starts a provider with OpenAI's wire format. */
export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  let script: Script = (_request, response) => void response.writeHead(500).end();
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      const entry = { path: request.url ?? "", headers: request.headers, body };
      received.push(entry);
      void script(entry, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    received,
    answer: (next) => {
      script = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns a chat completion as OpenAI sends it. */
export function completion(content: string, usage: object | undefined, finish = "stop"): string {
  return JSON.stringify({
    id: "chatcmpl-up",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "gpt-4o-mini-2024-07-18",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, refusal: null },
        logprobs: null,
        finish_reason: finish,
      },
    ],
    ...(usage === undefined ? {} : { usage }),
  });
}

/** Returns token counts as OpenAI sends them. */
export function openAiUsage(prompt: number, completionTokens: number, cached = 0): object {
  return {
    prompt_tokens: prompt,
    completion_tokens: completionTokens,
    total_tokens: prompt + completionTokens,
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
  };
}

/** Returns one chunk of a streamed completion, as an event. */
export function chunk(delta: object, finish: string | null = null): string {
  return event({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], usage: null });
}

/** Returns the event that contains only usage. */
export function usageChunk(usage: object): string {
  return event({ choices: [], usage });
}

function event(fields: object): string {
  const head = {
    id: "chatcmpl-up",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "gpt-4o-mini-2024-07-18",
  };
  return `data: ${JSON.stringify({ ...head, ...fields })}\n\n`;
}

export const DONE = "data: [DONE]\n\n";

/** Starts an answer of server-sent events. */
export function startEvents(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
}
