import type { ChatRequest } from "../chat-request.ts";
import type { FinishReason, FunctionCall } from "../completion.ts";
import { CompletionMeter } from "../upstream/completion-meter.ts";
import { respond } from "./respond.ts";
import { buildForcedToolCall, fillRequestedJson } from "./structured.ts";
import { buildTrialCalls } from "./trial-tools.ts";

/** A request, and the completion tokens that were granted for it. */
export interface ComposeInput {
  request: ChatRequest;
  granted: number;
  /** The tools to call in a trial, each with arguments generated from its schema. */
  trialTools: string[];
}

export interface BasicAnswer {
  /** The words of the answer. */
  pieces: string[];
  tools: FunctionCall[];
  finish: FinishReason;
  completionTokens: number;
}

/** Splits text into words and keeps as many as the granted tokens allow. */
function cutToGrant(text: string, granted: number): { pieces: string[]; isCut: boolean; tokens: number } {
  const meter = new CompletionMeter(granted);
  const words = text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
  const cutAt = words.findIndex((word) => !meter.add(word));
  return {
    pieces: cutAt < 0 ? words : words.slice(0, cutAt),
    isCut: cutAt >= 0,
    tokens: meter.countTokens(),
  };
}

/** Cuts text before the first of the request's stop sequences, as OpenAI does. */
function cutBeforeStop(text: string, stop: ChatRequest["stop"]): string {
  const stops = typeof stop === "string" ? [stop] : (stop ?? []);
  const ends = stops.filter((each) => each !== "").map((each) => text.indexOf(each));
  return text.slice(0, Math.min(text.length, ...ends.filter((end) => end >= 0)));
}

/**
 * Composes stoa-basic's answer to a request, up to the granted number of tokens. The tool calls of a trial are not cut.
 * @throws GatewayError 400 if a JSON schema requires something that stoa-basic cannot generate.
 */
export function compose({ request, granted, trialTools }: ComposeInput): BasicAnswer {
  const tried = buildTrialCalls(request, trialTools);
  if (tried.length > 0) {
    const { tokens } = cutToGrant(tried.map((call) => call.arguments).join("\n"), granted);
    return { pieces: [], tools: tried, finish: "tool_calls", completionTokens: tokens };
  }
  const tool = buildForcedToolCall(request);
  const text = tool?.arguments ?? cutBeforeStop(fillRequestedJson(request) ?? respond(request), request.stop);
  const { pieces, isCut, tokens } = cutToGrant(text, granted);
  if (tool === undefined) {
    return { pieces, tools: [], finish: isCut ? "length" : "stop", completionTokens: tokens };
  }
  const called = { name: tool.name, arguments: pieces.join("") };
  return { pieces: [], tools: [called], finish: isCut ? "length" : "tool_calls", completionTokens: tokens };
}
