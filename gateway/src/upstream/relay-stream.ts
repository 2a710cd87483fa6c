import type { ModelCall } from "../budget.ts";
import {
  type AnswerIdentity,
  answerUsage,
  createAnswer,
  formatDeltaEvent,
  formatSseEvent,
  formatUsageEvent,
  SSE_DONE,
} from "../completion.ts";
import type { TokenUsage } from "../cost.ts";
import { type GatewayError, openAiError } from "../openai-error.ts";
import { BodyBuffer, MAX_ERROR_BYTES } from "./body-buffer.ts";
import { CompletionMeter } from "./completion-meter.ts";
import {
  getFinishReason,
  getWrittenText,
  type ProviderAnswer,
  readAnswer,
  readError,
  toTokenUsage,
} from "./provider-answer.ts";
import {
  createConnectionError,
  createProviderError,
  createUnreadableAnswerError,
  toStreamError,
} from "./provider-error.ts";
import { type RelayedCall, wasCut } from "./relay.ts";
import { type SseEvent, SseSplitter } from "./sse-splitter.ts";
import type { AnswerReceiver, Exchange } from "./upstream.ts";

/** The headers of every stream. The last one keeps proxies from buffering the stream. */
export const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache",
  "x-accel-buffering": "no",
};

/**
 * Passes on a provider's stream as it arrives, counts it, and ends it at the granted number of tokens.
 * @throws GatewayError if the provider fails before the first byte. Later failures end the stream.
 */
export function relayStream(relayed: RelayedCall): Promise<void> {
  return new Promise((resolve, reject) => {
    new StreamRelay(relayed, resolve, reject).start();
  });
}

/** The action for one event: forward it, omit it, or end the stream. */
type Verdict = "forward" | "drop" | "end";

class StreamRelay implements AnswerReceiver {
  private readonly relayed: RelayedCall;
  private readonly resolve: () => void;
  private readonly reject: (error: GatewayError) => void;
  private readonly splitter = new SseSplitter();
  private readonly meter: CompletionMeter;
  private exchange: Exchange | undefined;
  private failure: { status: number; retryAfter: string | undefined; body: BodyBuffer } | undefined;
  private reported: TokenUsage | undefined;
  private finishReason: string | undefined;
  private answer: AnswerIdentity;
  private stall: NodeJS.Timeout | undefined;
  private drain: NodeJS.Timeout | undefined;
  private settled = false;

  constructor(relayed: RelayedCall, resolve: () => void, reject: (error: GatewayError) => void) {
    this.relayed = relayed;
    this.resolve = resolve;
    this.reject = reject;
    this.meter = new CompletionMeter(relayed.granted);
    this.answer = createAnswer(relayed.model.name);
  }

  start(): void {
    const { response, provider, request, model, granted } = this.relayed;
    this.exchange = provider.upstream.chat({ request, model: model.upstream, granted }, this);
    response.on("drain", this.onDrain);
    response.once("close", this.onClientClose);
    if (response.closed) this.onClientClose();
  }

  head(status: number, header: (name: string) => string | undefined): void {
    if (status !== 200) {
      this.failure = { status, retryAfter: header("retry-after"), body: new BodyBuffer(MAX_ERROR_BYTES) };
    } else if (header("content-type")?.includes("text/event-stream") === false) {
      this.fail(createUnreadableAnswerError("it is a document instead of a stream"));
    }
  }

  data(chunk: Buffer): void {
    if (this.settled) return;
    if (this.failure !== undefined) {
      if (!this.failure.body.push(chunk)) this.end();
      return;
    }
    let events: SseEvent[];
    try {
      events = this.splitter.push(chunk);
    } catch {
      this.fail(createUnreadableAnswerError("one of its events is too long"));
      return;
    }
    this.take(events);
  }

  end(): void {
    if (this.settled) return;
    if (this.failure !== undefined) {
      const { status, retryAfter, body } = this.failure;
      const text = body.take().toString("utf8");
      this.fail(createProviderError({ status, retryAfter, body: text }, this.apiKey));
      return;
    }
    const rest = this.splitter.takeRest();
    if (rest !== undefined) this.take([{ ...rest, raw: Buffer.concat([rest.raw, Buffer.from("\n\n")]) }]);
    if (this.settled) return;
    if (this.finishReason === undefined) this.fail(createUnreadableAnswerError("it was interrupted"));
    else this.complete([Buffer.from(SSE_DONE)]);
  }

  failed(error: Error): void {
    if (this.settled) return;
    if (this.finishReason === undefined) this.fail(createConnectionError(error));
    else this.complete([Buffer.from(SSE_DONE)]);
  }

  private get apiKey(): string | undefined {
    return this.relayed.provider.config.apiKey;
  }

  private get clientGone(): boolean {
    return this.relayed.response.closed;
  }

  private take(events: SseEvent[]): void {
    const forwarded: Buffer[] = [];
    for (const event of events) {
      const verdict = this.judge(event, forwarded);
      if (verdict === "end") return;
      if (verdict === "forward") forwarded.push(event.raw);
    }
    this.write(forwarded);
  }

  /** Processes one event. If it ends the stream, everything that is left to forward is sent with the ending. */
  private judge(event: SseEvent, forwarded: Buffer[]): Verdict {
    if (event.data === undefined) return "forward";
    if (event.data === "[DONE]") {
      this.complete([...forwarded, event.raw]);
      return "end";
    }
    const answer = readAnswer(event.data);
    if (answer === undefined) {
      this.write(forwarded);
      const error = readError(event.data);
      this.fail(
        error ? toStreamError(error, this.apiKey) : createUnreadableAnswerError("an event is not valid JSON"),
      );
      return "end";
    }
    this.note(answer);
    if (!this.meter.add(getWrittenText(answer))) {
      this.cut(forwarded, answer.choices[0]?.delta?.content ?? "");
      return "end";
    }
    const isUsageAlone = answer.choices.length === 0 && this.reported !== undefined;
    const wantsUsage = this.relayed.request.stream_options?.include_usage === true;
    return isUsageAlone && !wantsUsage ? "drop" : "forward";
  }

  private note(answer: ProviderAnswer): void {
    const { id, created, model } = answer;
    this.answer = {
      id: id ?? this.answer.id,
      created: created ?? this.answer.created,
      model: model ?? this.answer.model,
    };
    this.reported = toTokenUsage(answer) ?? this.reported;
    this.finishReason ??= getFinishReason(answer);
  }

  /**
   * Ends a stream whose provider exceeded the granted tokens: the client gets a proper end, and the provider is
   * disconnected.
   */
  private cut(forwarded: Buffer[], content: string): void {
    this.reported = undefined;
    const beginning = this.meter.addBeginning(content);
    const usage = this.settle(wasCut(this.relayed, "length") ? "cut" : "completed");
    const ending = beginning === "" ? [] : [formatDeltaEvent(this.answer, { content: beginning })];
    ending.push(formatDeltaEvent(this.answer, {}, "length"));
    if (this.relayed.request.stream_options?.include_usage === true) {
      ending.push(formatUsageEvent(this.answer, answerUsage(usage.promptTokens, usage.completionTokens)));
    }
    this.finish([...forwarded, Buffer.from(ending.join("") + SSE_DONE)]);
    this.exchange?.abort(new Error("the granted tokens are used up"));
  }

  private complete(last: Buffer[]): void {
    const outcome = wasCut(this.relayed, this.finishReason) ? "cut" : "completed";
    this.settle(this.clientGone ? "client_gone" : outcome);
    this.finish(last);
  }

  /** Handles a failure. If the client has not received a byte, another model may answer, so the call is not over. */
  private fail(error: GatewayError): void {
    if (this.settled) return;
    const hasUsed = !this.meter.isEmpty || this.reported !== undefined;
    if (this.relayed.response.headersSent || hasUsed) {
      const outcome = this.clientGone ? "client_gone" : "error";
      if (hasUsed || error.fault?.spent === true) this.settle(outcome, error.code);
      else this.relayed.call.fail(outcome, error.code);
    }
    this.release();
    this.exchange?.abort(error);
    if (!this.relayed.response.headersSent) this.reject(error);
    else this.finish([Buffer.from(formatSseEvent(openAiError(error)))]);
  }

  /** Records the call with the provider's token counts, or with our own if the provider sent none. */
  private settle(outcome: ModelCall["outcome"], errorCode?: string): TokenUsage {
    this.release();
    const usage = this.reported ?? {
      promptTokens: this.relayed.promptTokens,
      cachedPromptTokens: 0,
      completionTokens: this.meter.countTokens(),
    };
    this.relayed.call.end({
      ...usage,
      countedBy: this.reported === undefined ? "gateway" : "provider",
      modelAnswered: this.answer.model,
      outcome,
      finishReason: this.finishReason,
      ...(errorCode === undefined ? {} : { errorCode }),
      answer: () => this.meter.getText(),
    });
    return usage;
  }

  private release(): void {
    this.settled = true;
    clearTimeout(this.stall);
    clearTimeout(this.drain);
    this.relayed.response.off("drain", this.onDrain);
    this.relayed.response.off("close", this.onClientClose);
    this.exchange?.resume();
  }

  private finish(last: Buffer[]): void {
    this.writeHead();
    if (!this.clientGone) this.relayed.response.end(Buffer.concat(last));
    this.resolve();
  }

  /** Sends the headers with the first bytes, so that a provider that fails earlier can still be replaced. */
  private writeHead(): void {
    const { response } = this.relayed;
    if (!response.headersSent && !this.clientGone) response.writeHead(200, STREAM_HEADERS);
  }

  private write(events: Buffer[]): void {
    if (events.length === 0 || this.clientGone) return;
    this.writeHead();
    const [only, ...more] = events;
    const bytes = only !== undefined && more.length === 0 ? only : Buffer.concat(events);
    if (this.relayed.response.write(bytes)) return;
    this.exchange?.pause();
    const { stallMs } = this.relayed.clientTimeouts;
    this.stall ??= setTimeout(() => this.relayed.response.destroy(), stallMs);
  }

  private readonly onDrain = (): void => {
    clearTimeout(this.stall);
    this.stall = undefined;
    this.exchange?.resume();
  };

  private readonly onClientClose = (): void => {
    clearTimeout(this.stall);
    this.exchange?.resume();
    this.drain = setTimeout(() => this.giveUp(), this.relayed.clientTimeouts.drainMs);
  };

  /**
   * Ends a call if the provider is still writing long after the client disconnected. The text so far is charged.
   */
  private giveUp(): void {
    if (this.settled) return;
    this.settle("client_gone");
    this.exchange?.abort(new Error("the client has disconnected"));
    this.resolve();
  }
}
