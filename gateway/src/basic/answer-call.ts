import type { ServerResponse } from "node:http";
import type { ChatRequest } from "../chat-request.ts";
import {
  answerUsage,
  deltaEvent,
  type FinishReason,
  type FunctionCall,
  newAnswer,
  SSE_DONE,
  usageEvent,
} from "../completion.ts";
import type { MeteredCall } from "../metered-call.ts";
import type { ResolvedModel } from "../model-catalog.ts";
import { CompletionMeter } from "../upstream/completion-meter.ts";
import { STREAM_HEADERS } from "../upstream/relay-stream.ts";
import { respond } from "./respond.ts";
import { filledFormat, forcedToolCall } from "./structured.ts";

/** A granted call that stoa-basic answers. */
export interface BasicCall {
  request: ChatRequest;
  model: ResolvedModel;
  promptTokens: number;
  granted: number;
  wanted: number;
  call: MeteredCall;
  response: ServerResponse;
}

interface BasicAnswer {
  /** Text, cut into words. */
  pieces: string[];
  tool: FunctionCall | undefined;
  finish: FinishReason;
  completionTokens: number;
}

/** As much of a text as the grant carries, word by word. */
function withinGrant(text: string, granted: number): { pieces: string[]; isCut: boolean; tokens: number } {
  const meter = new CompletionMeter(granted);
  const words = text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
  const cutAt = words.findIndex((word) => !meter.add(word));
  return { pieces: cutAt < 0 ? words : words.slice(0, cutAt), isCut: cutAt >= 0, tokens: meter.tokens() };
}

/** Ends a text before the first of the request's stop sequences, as OpenAI does. */
function beforeStop(text: string, stop: ChatRequest["stop"]): string {
  const stops = typeof stop === "string" ? [stop] : (stop ?? []);
  const ends = stops.filter((each) => each !== "").map((each) => text.indexOf(each));
  return text.slice(0, Math.min(text.length, ...ends.filter((end) => end >= 0)));
}

function compose({ request, granted }: BasicCall): BasicAnswer {
  const tool = forcedToolCall(request);
  const text = tool?.arguments ?? beforeStop(filledFormat(request) ?? respond(request), request.stop);
  const { pieces, isCut, tokens } = withinGrant(text, granted);
  if (tool === undefined) {
    return { pieces, tool, finish: isCut ? "length" : "stop", completionTokens: tokens };
  }
  const called = { name: tool.name, arguments: pieces.join("") };
  return { pieces: [], tool: called, finish: isCut ? "length" : "tool_calls", completionTokens: tokens };
}

/**
 * Answers a call with stoa-basic, streamed word by word where a stream is asked for.
 * @throws GatewayError 400 when a JSON schema asks for something that it cannot fill.
 */
export async function answerWithBasic(basic: BasicCall): Promise<void> {
  const answer = compose(basic);
  const { promptTokens } = basic;
  const { completionTokens } = answer;
  const wasCut = answer.finish === "length" && basic.granted < basic.wanted;
  basic.call.end({
    promptTokens,
    cachedPromptTokens: 0,
    completionTokens,
    countedBy: "gateway",
    modelAnswered: basic.model.name,
    outcome: wasCut ? "cut" : "completed",
    answer: () => (answer.tool ? `${answer.tool.name}(${answer.tool.arguments})` : answer.pieces.join("")),
  });
  if (basic.request.stream === true) streamAnswer(basic, answer);
  else sendAnswer(basic, answer);
}

function toolCalls(tool: FunctionCall, id: string) {
  return [{ index: 0, id: `call_${id.slice(-12)}`, type: "function", function: tool }];
}

function sendAnswer({ model, promptTokens, response }: BasicCall, answer: BasicAnswer): void {
  const identity = newAnswer(model.name);
  const { tool, pieces, finish, completionTokens } = answer;
  const message = {
    role: "assistant",
    content: tool === undefined ? pieces.join("") : null,
    refusal: null,
    ...(tool === undefined ? {} : { tool_calls: toolCalls(tool, identity.id) }),
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
  const identity = newAnswer(model.name);
  const { tool, pieces, finish, completionTokens } = answer;
  response.writeHead(200, STREAM_HEADERS);
  const start =
    tool === undefined ? { content: "" } : { content: null, tool_calls: toolCalls(tool, identity.id) };
  response.write(deltaEvent(identity, { role: "assistant", ...start }));
  for (const content of pieces) response.write(deltaEvent(identity, { content }));
  response.write(deltaEvent(identity, {}, finish));
  if (request.stream_options?.include_usage === true) {
    response.write(usageEvent(identity, answerUsage(promptTokens, completionTokens)));
  }
  response.end(SSE_DONE);
}
