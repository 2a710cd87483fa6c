import { APICallError, type LanguageModelV3, type LanguageModelV3GenerateResult } from "@ai-sdk/provider";
import { createAnswer } from "../../completion.ts";
import { GatewayError } from "../../openai-error.ts";
import type { CircuitBreaker } from "../../providers/circuit-breaker.ts";
import type { ProviderConfig } from "../../settings/gateway-config.ts";
import { isWorthOneMore } from "../provider-error.ts";
import type {
  AnswerReceiver,
  Exchange,
  GetBreaker,
  Upstream,
  UpstreamChat,
  UpstreamTimeouts,
} from "../upstream.ts";
import { callOptions } from "./call-options.ts";
import { CompletionEvents } from "./completion-events.ts";
import { ProviderClient } from "./provider-client.ts";
import { findRootCause, toWireFailure } from "./provider-failure.ts";
import { toFinishReason, toWireUsage } from "./usage.ts";

/**
 * A provider with Anthropic's or Google's API. Its answers are converted to OpenAI's wire format, so that metering,
 * limits and fallbacks work identically for all providers.
 */
export class TranslatedUpstream implements Upstream {
  private readonly client: ProviderClient;
  private readonly getBreaker: GetBreaker;

  constructor(provider: ProviderConfig, timeouts: UpstreamTimeouts, getBreaker: GetBreaker) {
    this.client = new ProviderClient(provider, timeouts);
    this.getBreaker = getBreaker;
  }

  chat(call: UpstreamChat, receiver: AnswerReceiver): Exchange {
    const exchange = new TranslatedExchange(receiver, this.getBreaker(call.model));
    void exchange.run(() => this.client.getModel(call.model), call);
    return exchange;
  }

  close(): Promise<void> {
    return this.client.close();
  }

  destroy(): Promise<void> {
    return this.client.destroy();
  }
}

class TranslatedExchange implements Exchange {
  private readonly receiver: AnswerReceiver;
  private readonly health: CircuitBreaker;
  private readonly ending = new AbortController();
  private paused: Promise<void> | undefined;
  private goOn: (() => void) | undefined;
  private hasBegun = false;

  constructor(receiver: AnswerReceiver, health: CircuitBreaker) {
    this.receiver = receiver;
    this.health = health;
  }

  pause(): void {
    this.paused ??= new Promise((resolve) => {
      this.goOn = resolve;
    });
  }

  resume(): void {
    this.goOn?.();
    this.paused = undefined;
  }

  abort(reason: Error): void {
    this.ending.abort(reason);
    this.resume();
  }

  async run(loaded: () => Promise<LanguageModelV3>, call: UpstreamChat): Promise<void> {
    const answer = call.request.stream === true ? this.stream : this.whole;
    try {
      const model = await loaded();
      await answer.call(this, model, call).catch((error: unknown) => {
        if (this.ending.signal.aborted || !isUnanswered(error)) throw error;
        return answer.call(this, model, call);
      });
    } catch (error) {
      this.fail(error);
    }
  }

  private async whole(model: LanguageModelV3, call: UpstreamChat): Promise<void> {
    const result = await model.doGenerate(callOptions(call, this.ending.signal));
    this.begin();
    this.receiver.data(Buffer.from(buildCompletion(result, call.model)));
    this.receiver.end();
  }

  private async stream(model: LanguageModelV3, call: UpstreamChat): Promise<void> {
    const { stream } = await model.doStream(callOptions(call, this.ending.signal));
    const events = new CompletionEvents(call.model);
    for await (const part of stream) {
      if (part.type === "error") throw part.error;
      const text = events.take(part);
      if (text === "") continue;
      this.begin();
      this.receiver.data(Buffer.from(text));
      await this.paused;
    }
    this.begin();
    this.receiver.end();
  }

  private begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    this.health.recordAnswer(200);
    this.receiver.head(200, () => undefined);
  }

  private fail(thrown: unknown): void {
    if (this.ending.signal.aborted) {
      this.health.recordAbandonedCall();
      this.receiver.failed(findRootCause(this.ending.signal.reason));
      return;
    }
    const failure = toWireFailure(thrown);
    if (failure === undefined) {
      this.health.recordFailure();
      this.receiver.failed(findRootCause(thrown));
      return;
    }
    if (thrown instanceof GatewayError) this.health.recordAbandonedCall();
    else this.health.recordAnswer(failure.status);
    if (this.hasBegun) this.receiver.data(Buffer.from(`data: ${failure.body}\n\n`));
    else {
      this.hasBegun = true;
      this.receiver.head(failure.status, (name) => failure.headers[name]);
      this.receiver.data(Buffer.from(failure.body));
    }
    this.receiver.end();
  }
}

/** Returns whether the connection failed before the first byte of an answer. */
function isUnanswered(error: unknown): boolean {
  return APICallError.isInstance(error) && error.statusCode === undefined && isWorthOneMore(error);
}

/** Converts a provider's complete answer to OpenAI's chat completion. */
function buildCompletion(result: LanguageModelV3GenerateResult, model: string): string {
  const joinParts = (type: "text" | "reasoning") =>
    result.content.flatMap((part) => (part.type === type ? [part.text] : [])).join("");
  const calls = result.content.flatMap((part) =>
    part.type === "tool-call"
      ? [{ id: part.toolCallId, type: "function", function: { name: part.toolName, arguments: part.input } }]
      : [],
  );
  const [text, reasoning] = [joinParts("text"), joinParts("reasoning")];
  const message = {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  const finish = toFinishReason(result.finishReason) ?? "stop";
  return JSON.stringify({
    ...createAnswer(result.response?.modelId ?? model),
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage: toWireUsage(result.usage),
  });
}
