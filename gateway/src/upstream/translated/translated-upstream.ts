import { APICallError, type LanguageModelV3 } from "@ai-sdk/provider";
import { GatewayError } from "../../openai-error.ts";
import type { CircuitBreaker } from "../../providers/circuit-breaker.ts";
import type { ProviderConfig } from "../../settings/gateway-config.ts";
import { isWorthOneMore } from "../provider-error.ts";
import type {
  AnswerReceiver,
  Exchange,
  HealthOf,
  Upstream,
  UpstreamChat,
  UpstreamTimeouts,
} from "../upstream.ts";
import { callOptions } from "./call-options.ts";
import { CompletionEvents } from "./completion-events.ts";
import { ProviderClient } from "./provider-client.ts";
import { failureOf, rootCause } from "./provider-failure.ts";
import { wholeCompletion } from "./whole-completion.ts";

/**
 * A provider with Anthropic's or Google's API. Its answers are converted to OpenAI's wire format, so that metering,
 * limits and fallbacks work the same for all providers.
 */
export class TranslatedUpstream implements Upstream {
  private readonly client: ProviderClient;
  private readonly healthOf: HealthOf;

  constructor(provider: ProviderConfig, timeouts: UpstreamTimeouts, healthOf: HealthOf) {
    this.client = new ProviderClient(provider, timeouts);
    this.healthOf = healthOf;
  }

  chat(call: UpstreamChat, receiver: AnswerReceiver): Exchange {
    const exchange = new TranslatedExchange(receiver, this.healthOf(call.model));
    void exchange.run(() => this.client.model(call.model), call);
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
        if (this.ending.signal.aborted || !wasUnanswered(error)) throw error;
        return answer.call(this, model, call);
      });
    } catch (error) {
      this.fail(error);
    }
  }

  private async whole(model: LanguageModelV3, call: UpstreamChat): Promise<void> {
    const result = await model.doGenerate(callOptions(call, this.ending.signal));
    this.begin();
    this.receiver.data(Buffer.from(wholeCompletion(result, call.model)));
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
    this.health.answered(200);
    this.receiver.head(200, () => undefined);
  }

  private fail(thrown: unknown): void {
    if (this.ending.signal.aborted) {
      this.health.left();
      this.receiver.failed(rootCause(this.ending.signal.reason));
      return;
    }
    const failure = failureOf(thrown);
    if (failure === undefined) {
      this.health.failedToAnswer();
      this.receiver.failed(rootCause(thrown));
      return;
    }
    if (thrown instanceof GatewayError) this.health.left();
    else this.health.answered(failure.status);
    if (this.hasBegun) this.receiver.data(Buffer.from(`data: ${failure.body}\n\n`));
    else {
      this.hasBegun = true;
      this.receiver.head(failure.status, (name) => failure.headers[name]);
      this.receiver.data(Buffer.from(failure.body));
    }
    this.receiver.end();
  }
}

/** The connection failed before the first byte of an answer. */
function wasUnanswered(error: unknown): boolean {
  return APICallError.isInstance(error) && error.statusCode === undefined && isWorthOneMore(error);
}
