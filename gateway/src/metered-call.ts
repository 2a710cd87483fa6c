import { setTimeout as delay } from "node:timers/promises";
import type { ModelCall, RunBudget } from "./budget.ts";
import { callContent } from "./call-content.ts";
import type { ChatRequest } from "./chat-request.ts";
import { providerCostNano, type TokenUsage } from "./cost.ts";
import type { GatewayLog } from "./log.ts";
import type { ResolvedModel } from "./model-catalog.ts";

/** A database that restarts is back within these delays. A run should not stay open for longer. */
const RECORD_PAUSES_MS = [50, 250, 1_000, 4_000];

/** The result of a call before it is priced. */
export interface CallEnding extends TokenUsage {
  countedBy: ModelCall["countedBy"];
  modelAnswered: string;
  outcome: ModelCall["outcome"];
  errorCode?: string;
  /** Why the model stopped writing, as the provider reports it. */
  finishReason?: string | undefined;
  /** Returns the text that the model wrote. Called only if the text is stored. */
  answer?: () => string;
}

/** What is known about a call when its reservation is granted. */
export interface ReservedCall {
  runId: string;
  reservationId: string;
  modelRequested: string;
  /** The model that is tried first. */
  model: ResolvedModel;
  /** The request whose content is stored. */
  kept?: ChatRequest | undefined;
}

/** One reservation. It is recorded exactly once, however the call ends. */
export class MeteredCall {
  private readonly startedAt = new Date();
  private readonly startedMs = performance.now();
  private recording: Promise<void> | undefined;
  private readonly budget: RunBudget;
  private readonly log: GatewayLog;
  private readonly reserved: ReservedCall;
  private model: ResolvedModel;
  /** What failed attempts before the last one may have cost. */
  private lost = { promptTokens: 0, completionTokens: 0, costNano: 0n };

  constructor(budget: RunBudget, log: GatewayLog, reserved: ReservedCall) {
    this.budget = budget;
    this.log = log;
    this.reserved = reserved;
    this.model = reserved.model;
  }

  get ended(): boolean {
    return this.recording !== undefined;
  }

  /**
   * Records the call. Only the first result counts. `RunBudget.record` is called before this returns, so that a
   * budget knows the cost before the agent can read the last byte of its answer and end.
   */
  end(ending: CallEnding): void {
    this.recording ??= this.record(ending);
  }

  /** The model of the current attempt, which is priced if it answers. */
  askedOf(model: ResolvedModel): void {
    this.model = model;
  }

  /** Adds what an attempt without an answer may have cost. */
  lose(promptTokens: number, completionTokens: number): void {
    const used = { promptTokens, cachedPromptTokens: 0, completionTokens };
    this.lost.promptTokens += promptTokens;
    this.lost.completionTokens += completionTokens;
    this.lost.costNano += providerCostNano(this.model.rate, used);
  }

  /** Ends a call without an answer unless it has ended. It is charged for failed attempts. */
  fail(outcome: ModelCall["outcome"], errorCode?: string): void {
    this.end({
      promptTokens: 0,
      cachedPromptTokens: 0,
      completionTokens: 0,
      countedBy: "gateway",
      modelAnswered: this.model.name,
      outcome,
      ...(errorCode === undefined ? {} : { errorCode }),
    });
  }

  /** Resolves when the call is recorded, or when the last attempt to record it failed and was logged. Never rejects. */
  async recorded(): Promise<void> {
    await this.recording;
  }

  private async record(ending: CallEnding): Promise<void> {
    const { runId, reservationId, modelRequested, kept } = this.reserved;
    const { answer, cacheWriteTokens: _priced, ...counted } = ending;
    const { lost } = this;
    const call: ModelCall = {
      provider: this.model.provider,
      modelRequested,
      ...counted,
      promptTokens: counted.promptTokens + lost.promptTokens,
      completionTokens: counted.completionTokens + lost.completionTokens,
      ...(lost.promptTokens > 0 ? { countedBy: "gateway" as const } : {}),
      costNano: providerCostNano(this.model.rate, ending) + lost.costNano,
      startedAt: this.startedAt,
      durationMs: Math.round(performance.now() - this.startedMs),
      ...(kept === undefined ? {} : { content: callContent(kept, answer?.() ?? "") }),
    };
    for (const pauseMs of [...RECORD_PAUSES_MS, undefined]) {
      try {
        return await this.budget.record(runId, reservationId, call);
      } catch (error) {
        const fields = {
          err: error,
          runId,
          reservationId,
          // The log must not contain the prompt or the answer.
          call: { ...call, costNano: String(call.costNano), content: undefined },
        };
        if (pauseMs === undefined) return this.log.error(fields, "failed to record a model call");
        this.log.warn(fields, "failed to record a model call, retrying");
        await delay(pauseMs);
      }
    }
  }
}
