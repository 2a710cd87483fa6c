import { setTimeout as delay } from "node:timers/promises";
import type { ModelCall, RunBudget } from "./budget.ts";
import { callContent } from "./call-content.ts";
import type { ChatRequest } from "./chat-request.ts";
import { providerCostNano, type TokenUsage } from "./cost.ts";
import type { GatewayLog } from "./log.ts";
import type { ResolvedModel } from "./model-catalog.ts";

/** A database that restarts is back within these pauses; a run should not be kept open for longer. */
const RECORD_PAUSES_MS = [50, 250, 1_000, 4_000];

/** How a call ended, before it is priced. */
export interface CallEnding extends TokenUsage {
  countedBy: ModelCall["countedBy"];
  modelAnswered: string;
  outcome: ModelCall["outcome"];
  errorCode?: string;
  /** Why the model stopped writing, in the provider's word. */
  finishReason?: string | undefined;
  /** The text that the model wrote, asked for only where it is kept. */
  answer?: () => string;
}

/** What is known of a call when its reservation is granted. */
export interface ReservedCall {
  runId: string;
  reservationId: string;
  modelRequested: string;
  /** The model that is asked first. */
  model: ResolvedModel;
  /** The request whose content is to be kept. */
  kept?: ChatRequest | undefined;
}

/** One reservation, which is recorded exactly once however the call ends. */
export class MeteredCall {
  private readonly startedAt = new Date();
  private readonly startedMs = performance.now();
  private recording: Promise<void> | undefined;
  private readonly budget: RunBudget;
  private readonly log: GatewayLog;
  private readonly reserved: ReservedCall;
  private model: ResolvedModel;
  /** What attempts before the one that ends may have cost. */
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
   * Records the call, at its first ending only. `RunBudget.record` is called before this returns, so that
   * a budget knows the cost before the agent can read the last byte of its answer and end.
   */
  end(ending: CallEnding): void {
    this.recording ??= this.record(ending);
  }

  /** The model that is asked now, and priced if it answers. */
  askedOf(model: ResolvedModel): void {
    this.model = model;
  }

  /** Adds what an attempt may have cost although no answer came of it. */
  lose(promptTokens: number, completionTokens: number): void {
    const used = { promptTokens, cachedPromptTokens: 0, completionTokens };
    this.lost.promptTokens += promptTokens;
    this.lost.completionTokens += completionTokens;
    this.lost.costNano += providerCostNano(this.model.rate, used);
  }

  /** Ends a call without an answer, unless it has ended. It used what was lost on the way. */
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

  /** Resolves when the call is recorded, or when the last attempt failed and was logged. Never rejects. */
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
          // Without what was asked and answered, which is no business of the log.
          call: { ...call, costNano: String(call.costNano), content: undefined },
        };
        if (pauseMs === undefined) return this.log.error(fields, "model call could not be recorded");
        this.log.warn(fields, "recording a model call failed, trying again");
        await delay(pauseMs);
      }
    }
  }
}
