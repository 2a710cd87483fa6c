import type { ServerResponse } from "node:http";
import type { ChatRequest } from "../chat-request.ts";
import {
  answerUsage,
  createAnswer,
  type FunctionCall,
  formatDeltaEvent,
  formatUsageEvent,
  SSE_DONE,
} from "../completion.ts";
import type { MeteredCall } from "../metered-call.ts";
import type { ResolvedModel } from "../model-catalog.ts";
import { STREAM_HEADERS } from "../upstream/relay-stream.ts";
import { runHeavyCall } from "../work/heavy-call.ts";
import { type BasicAnswer, compose } from "./compose.ts";

/** A granted call that stoa-basic answers. */
export interface BasicCall {
  request: ChatRequest;
  model: ResolvedModel;
  promptTokens: number;
  granted: number;
  completionLimit: number;
  call: MeteredCall;
  response: ServerResponse;
  /** The request's size in characters, and the owner under which it waits in the thread queue. */
  work: { chars: number; owner: string };
  /** The tools to call in a trial. */
  trialTools: string[];
}

const COMPOSE = { name: "composeBasic", work: compose } as const;

/**
 * Answers a call with stoa-basic. Streams the answer word by word if the request asks for a stream.
 * @throws GatewayError 400 if a JSON schema requires something that stoa-basic cannot generate.
 */
export async function answerWithBasic(basic: BasicCall): Promise<void> {
  const { request, granted, work, trialTools } = basic;
  const answer = await runHeavyCall(COMPOSE, { request, granted, trialTools }, work);
  const { promptTokens } = basic;
  const { completionTokens } = answer;
  const wasCut = answer.finish === "length" && basic.granted < basic.completionLimit;
  basic.call.end({
    promptTokens,
    cachedPromptTokens: 0,
    completionTokens,
    countedBy: "gateway",
    modelAnswered: basic.model.name,
    outcome: wasCut ? "cut" : "completed",
    answer: () =>
      answer.pieces.join("") || answer.tools.map((tool) => `${tool.name}(${tool.arguments})`).join("\n"),
  });
  if (basic.request.stream === true) streamAnswer(basic, answer);
  else sendAnswer(basic, answer);
}

function toToolCalls(tools: readonly FunctionCall[], id: string) {
  return tools.map((tool, index) => {
    const suffix = index === 0 ? "" : `_${index}`;
    return { index, id: `call_${id.slice(-12)}${suffix}`, type: "function", function: tool };
  });
}

function sendAnswer({ model, promptTokens, response }: BasicCall, answer: BasicAnswer): void {
  const identity = createAnswer(model.name);
  const { tools, pieces, finish, completionTokens } = answer;
  const message = {
    role: "assistant",
    content: tools.length === 0 ? pieces.join("") : null,
    refusal: null,
    ...(tools.length > 0 && { tool_calls: toToolCalls(tools, identity.id) }),
  };
  const body = JSON.stringify({
    ...identity,
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage: answerUsage(promptTokens, completionTokens),
  });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

function streamAnswer({ model, request, promptTokens, response }: BasicCall, answer: BasicAnswer): void {
  const identity = createAnswer(model.name);
  const { tools, pieces, finish, completionTokens } = answer;
  response.writeHead(200, STREAM_HEADERS);
  const start =
    tools.length === 0 ? { content: "" } : { content: null, tool_calls: toToolCalls(tools, identity.id) };
  response.write(formatDeltaEvent(identity, { role: "assistant", ...start }));
  for (const content of pieces) response.write(formatDeltaEvent(identity, { content }));
  response.write(formatDeltaEvent(identity, {}, finish));
  if (request.stream_options?.include_usage === true) {
    response.write(formatUsageEvent(identity, answerUsage(promptTokens, completionTokens)));
  }
  response.end(SSE_DONE);
}
