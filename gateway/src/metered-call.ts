import { setTimeout as delay } from "node:timers/promises";
import type { ModelCall, RunBudget } from "./budget.ts";
import { callContent } from "./call-content.ts";
import type { ChatRequest } from "./chat-request.ts";
import { computeProviderCostNano, type TokenUsage } from "./cost.ts";
import type { GatewayLog } from "./log.ts";
import type { ResolvedModel } from "./model-catalog.ts";

/**
 * The pauses between attempts to record a call. Together they are longer than a database restart. They are not longer,
 * because the run stays open meanwhile.
 */
const RECORD_PAUSES_MS = [50, 250, 1_000, 4_000];

/** The result of a call before it is priced. */
export interface CallEnding extends TokenUsage {
  countedBy: ModelCall["countedBy"];
  modelAnswered: string;
  outcome: ModelCall["outcome"];
  errorCode?: string;
  /** The reason why the model stopped, as the provider reports it. */
  finishReason?: string | undefined;
  /** Returns the text that the model wrote. Called only if the content of the call is stored. */
  answer?: () => string;
}

/** The facts about a call that are known when its reservation is granted. */
export interface ReservedCall {
  runId: string;
  reservationId: string;
  modelRequested: string;
  /** The model that is tried first. */
  model: ResolvedModel;
  /** The request, if the content of the call is stored. */
  storedRequest?: ChatRequest | undefined;
}

/** A call with a reservation. It is recorded exactly once, however it ends. */
export class MeteredCall {
  private readonly startedAt = new Date();
  private readonly startedMs = performance.now();
  private recording: Promise<void> | undefined;
  private readonly budget: RunBudget;
  private readonly log: GatewayLog;
  private readonly reserved: ReservedCall;
  private model: ResolvedModel;
  /** The possible usage and cost of attempts that got no answer. */
  private lostUsage = { promptTokens: 0, completionTokens: 0, costNano: 0n };

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
   * Records the call, unless it has already been recorded. Calls `RunBudget.record` before it returns, so that
   * the budget knows the cost before the agent can read the last byte of its answer and end.
   */
  end(ending: CallEnding): void {
    this.recording ??= this.record(ending);
  }

  /** Sets the model of the current attempt, whose prices apply if it answers. */
  recordModel(model: ResolvedModel): void {
    this.model = model;
  }

  /** Adds the possible cost of an attempt that got no answer. */
  addLoss(promptTokens: number, completionTokens: number): void {
    const usage = { promptTokens, cachedPromptTokens: 0, completionTokens };
    this.lostUsage.promptTokens += promptTokens;
    this.lostUsage.completionTokens += completionTokens;
    this.lostUsage.costNano += computeProviderCostNano(this.model.rate, usage);
  }

  /** Ends a call without an answer, unless it has already ended. It is charged for its failed attempts. */
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

  /** Resolves when an ended call is recorded, or when the last attempt failed and was logged. Never rejects. */
  async waitUntilRecorded(): Promise<void> {
    await this.recording;
  }

  private async record(ending: CallEnding): Promise<void> {
    const { runId, reservationId, modelRequested, storedRequest } = this.reserved;
    const { answer, cacheWriteTokens: _priced, ...counted } = ending;
    const { lostUsage } = this;
    const call: ModelCall = {
      provider: this.model.provider,
      modelRequested,
      ...counted,
      promptTokens: counted.promptTokens + lostUsage.promptTokens,
      completionTokens: counted.completionTokens + lostUsage.completionTokens,
      ...(lostUsage.promptTokens > 0 ? { countedBy: "gateway" as const } : {}),
      costNano: computeProviderCostNano(this.model.rate, ending) + lostUsage.costNano,
      startedAt: this.startedAt,
      durationMs: Math.round(performance.now() - this.startedMs),
      ...(storedRequest === undefined ? {} : { content: callContent(storedRequest, answer?.() ?? "") }),
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
