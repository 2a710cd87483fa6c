import { setTimeout as delay } from "node:timers/promises";
import type { ModelCall, RunBudget } from "./budget.ts";
import { callContent } from "./call-content.ts";
import type { ChatRequest } from "./chat-request.ts";
import { providerCostNano, type TokenUsage } from "./cost.ts";
import type { GatewayLog } from "./log.ts";
import type { ModelRate } from "./rates.ts";

/** A database that restarts is back within these pauses; a run should not be kept open for longer. */
const RECORD_PAUSES_MS = [50, 250, 1_000, 4_000];

/** How a call ended, before it is priced. */
export interface CallEnding extends TokenUsage {
  countedBy: ModelCall["countedBy"];
  modelAnswered: string;
  outcome: ModelCall["outcome"];
  errorCode?: string;
  /** The text that the model wrote, asked for only where it is kept. */
  answer?: () => string;
}

/** What is known of a call when its reservation is granted. */
export interface ReservedCall {
  runId: string;
  reservationId: string;
  provider: string;
  modelRequested: string;
  model: string;
  rate: ModelRate;
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

  constructor(budget: RunBudget, log: GatewayLog, reserved: ReservedCall) {
    this.budget = budget;
    this.log = log;
    this.reserved = reserved;
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

  /** Ends a call that used no tokens, unless it has ended. */
  fail(outcome: ModelCall["outcome"], errorCode?: string): void {
    this.end({
      promptTokens: 0,
      cachedPromptTokens: 0,
      completionTokens: 0,
      countedBy: "gateway",
      modelAnswered: this.reserved.model,
      outcome,
      ...(errorCode === undefined ? {} : { errorCode }),
    });
  }

  /** Resolves when the call is recorded, or when the last attempt failed and was logged. Never rejects. */
  async recorded(): Promise<void> {
    await this.recording;
  }

  private async record(ending: CallEnding): Promise<void> {
    const { runId, reservationId, provider, modelRequested, rate, kept } = this.reserved;
    const { answer, ...counted } = ending;
    const call: ModelCall = {
      provider,
      modelRequested,
      ...counted,
      costNano: providerCostNano(rate, ending),
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
