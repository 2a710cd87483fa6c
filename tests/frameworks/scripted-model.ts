import type { ServerResponse } from "node:http";
import { toWordVector } from "../../gateway/src/basic/embeddings-body.ts";
import {
  chunk,
  DONE,
  type ReceivedRequest,
  type ScriptedUpstream,
  startEvents,
  startScriptedUpstream,
  usageChunk,
} from "../../gateway/src/testing/scripted-upstream.ts";

/** A model's reply to one call. */
export type Reply =
  | string
  | { tool: string; args: object }
  | { status: number; message: string }
  /** Streams the text, then breaks the connection. */
  | { breaksAfter: string }
  /** Streams the first text, waits, and streams the last text. */
  | { first: string; until: Promise<unknown>; last: string }
  | { silent: true };

/** A script of a model: its replies in order, or a function that answers each request. */
export type Part = readonly Reply[] | ((body: Record<string, unknown>) => Reply);

const VECTOR_LENGTH = 1_536;
const PROMPT_TOKENS = 100;
const COMPLETION_TOKENS = 20;
const USAGE = {
  prompt_tokens: PROMPT_TOKENS,
  completion_tokens: COMPLETION_TOKENS,
  total_tokens: PROMPT_TOKENS + COMPLETION_TOKENS,
};

/** A provider with OpenAI's API that follows a script. */
export interface ScriptedModel {
  baseUrl: string;
  /** Chat requests since the script began. */
  calls: Record<string, unknown>[];
  /** Embeddings requests since the script began. */
  embeddings: Record<string, unknown>[];
  play(part: Part): void;
  close(): Promise<void>;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Answers with vectors that are close to each other if the texts share words. */
function embed({ body }: ReceivedRequest, response: ServerResponse): void {
  const inputs = Array.isArray(body.input) && typeof body.input[0] !== "number" ? body.input : [body.input];
  const data = inputs.map((input: unknown, index: number) => {
    const vector = toWordVector(typeof input === "string" ? input : JSON.stringify(input), VECTOR_LENGTH);
    const embedding =
      body.encoding_format === "base64"
        ? Buffer.from(new Float32Array(vector).buffer).toString("base64")
        : vector;
    return { object: "embedding", index, embedding };
  });
  sendJson(response, 200, {
    object: "list",
    data,
    model: body.model,
    usage: { prompt_tokens: 30, total_tokens: 30 },
  });
}

function createToolCalls(tool: string, args: object) {
  return [
    { index: 0, id: "call_1", type: "function", function: { name: tool, arguments: JSON.stringify(args) } },
  ];
}

function answer(
  body: Record<string, unknown>,
  reply: string | { tool: string; args: object },
  response: ServerResponse,
) {
  const message =
    typeof reply === "string"
      ? { role: "assistant", content: reply, refusal: null }
      : {
          role: "assistant",
          content: null,
          refusal: null,
          tool_calls: createToolCalls(reply.tool, reply.args),
        };
  const finish_reason = typeof reply === "string" ? "stop" : "tool_calls";
  sendJson(response, 200, {
    id: "chatcmpl-scripted",
    object: "chat.completion",
    created: 1_700_000_000,
    model: body.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage: USAGE,
  });
}

function stream(reply: string | { tool: string; args: object }, response: ServerResponse): void {
  startEvents(response);
  if (typeof reply === "string") {
    response.write(chunk({ role: "assistant", content: "" }));
    for (const piece of reply.match(/\s*\S+/g) ?? []) response.write(chunk({ content: piece }));
    response.write(chunk({}, "stop"));
  } else {
    response.write(
      chunk({ role: "assistant", content: null, tool_calls: createToolCalls(reply.tool, reply.args) }),
    );
    response.write(chunk({}, "tool_calls"));
  }
  response.write(usageChunk(USAGE));
  response.end(DONE);
}

async function streamInTwo(
  reply: { first: string; until: Promise<unknown>; last: string },
  response: ServerResponse,
) {
  startEvents(response);
  response.write(chunk({ role: "assistant", content: reply.first }));
  await reply.until;
  response.write(chunk({ content: reply.last }));
  response.write(chunk({}, "stop"));
  response.write(usageChunk(USAGE));
  response.end(DONE);
}

function respond(body: Record<string, unknown>, reply: Reply, response: ServerResponse): void {
  if (typeof reply !== "string" && "silent" in reply) return;
  if (typeof reply !== "string" && "until" in reply) {
    void streamInTwo(reply, response);
    return;
  }
  if (typeof reply !== "string" && "status" in reply) {
    const error = { message: reply.message, type: "server_error", code: null, param: null };
    sendJson(response, reply.status, { error });
    return;
  }
  if (typeof reply !== "string" && "breaksAfter" in reply) {
    startEvents(response);
    response.write(chunk({ role: "assistant", content: reply.breaksAfter }), () => response.destroy());
    return;
  }
  if (body.stream === true) stream(reply, response);
  else answer(body, reply, response);
}

/** Starts a provider. Without a script, it refuses chat requests. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const upstream: ScriptedUpstream = await startScriptedUpstream();
  const calls: Record<string, unknown>[] = [];
  const embeddings: Record<string, unknown>[] = [];
  let part: Part = [];
  upstream.answer((request, response) => {
    const { body } = request;
    if ("input" in body) {
      embeddings.push(body);
      embed(request, response);
      return;
    }
    calls.push(body);
    const reply = typeof part === "function" ? part(body) : part[calls.length - 1];
    respond(body, reply ?? { status: 400, message: "the part is over" }, response);
  });
  return {
    baseUrl: upstream.baseUrl,
    calls,
    embeddings,
    play(next) {
      part = next;
      calls.length = 0;
      embeddings.length = 0;
    },
    close: () => upstream.close(),
  };
}
