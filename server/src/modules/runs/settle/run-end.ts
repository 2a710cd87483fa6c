import { type ErrorCode, TEXTS } from "@stoa/contract";
import type { JsonValue, RunOutcome, RunReceipt } from "@stoa/runtime/protocol";
import { type AnswerStream, limitNote, textTokensWithin, withNote } from "../live/answer-stream.ts";
import type { HoldGrowth } from "../live/hold.ts";
import type { LiveRun } from "../live/live-run.ts";
import { countOutput, cutToTokens, outputText } from "../live/text-metering.ts";
import { findProviderFailure } from "./provider-failure.ts";

/** What a run's end means for its caller: what it returned, and what of it is charged. Amounts in nano-USD. */
export interface RunEnd {
  status: "completed" | "failed" | "timeout" | "cancelled";
  stopReason: "end" | "length" | "limit" | "cancelled" | "error";
  errorCode: ErrorCode | null;
  tokensMetered: number;
  tokensCharged: number;
  cost: bigint;
  modelCost: bigint;
  /**
   * False for a run that was stopped before any of its output was in its log. It is charged only if its caller has
   * read its log on another node or in its trace, which the database knows.
   */
  isDelivered: boolean;
  /** Whether a fault of the server ended it. Its model calls then never cost its caller anything. */
  isOurFault: boolean;
  executionMs: number;
  output: JsonValue;
  errorDetail: string | null;
  developerDetail: string | null;
}

const FAILURES: Record<Exclude<RunOutcome, "completed" | "cancelled" | "timeout">, ErrorCode> = {
  failed: "agent_failed",
  output_limit: "output_limit",
  crashed: "agent_crashed",
};

const CANCELLED = {
  status: "cancelled",
  stopReason: "cancelled",
  errorCode: "cancelled",
  errorDetail: "This run was cancelled.",
} as const;
const TIMED_OUT = { status: "timeout", stopReason: "error", errorCode: "agent_timeout" } as const;

const OUTPUT_LIMIT_NOTE = "[Stopped here: this agent wrote more than a run may.]";

/** Errors that neither the agent nor its caller can cause. */
const OUR_FAULTS: readonly ErrorCode[] = ["internal", "agent_suspended"];

/** Outcomes that may count as reaching the limit: the agent's own code ended, or we stopped it at the limit. */
const MAY_BE_LIMITED: readonly RunOutcome[] = ["completed", "failed", "cancelled"];
/** Outcomes that may be charged. */
const MAY_BE_CHARGED: readonly RunOutcome[] = [...MAY_BE_LIMITED, "timeout", "output_limit"];

/**
 * Returns what a run's end means for its caller: its output, and what is charged. Delivered work is paid: a run that
 * was stopped, by its caller or by a limit, is charged for what it used once its caller has received some of it. The
 * work of a failed run costs nothing. Its model calls are free up to an amount per day, which is known when the end
 * is booked. Meters the final output and may grow the hold for it.
 */
export async function endOf(
  run: LiveRun,
  receipt: RunReceipt,
  answer: AnswerStream,
  hold: HoldGrowth,
): Promise<RunEnd> {
  if (run.stopCause === "shutdown" && receipt.outcome === "cancelled")
    return failure(
      run,
      receipt,
      "internal",
      "The server was stopped during this run. It cost nothing; please run it again.",
    );
  if (run.stopCause === "agent_suspended" && receipt.outcome === "cancelled")
    return failure(run, receipt, "agent_suspended", TEXTS.run.stoppedWithAgent);
  /** A provider may count a few more tokens than were reserved. */
  if (MAY_BE_CHARGED.includes(receipt.outcome) || run.meter.modelCost > 0n)
    await run.serially(() => hold.reach(run, run.meter.amountMetered));
  if (run.stopCause === "cancelled" && receipt.outcome === "cancelled")
    return stopped(run, receipt, answer, CANCELLED);
  if (run.stopCause === "account_suspended" && receipt.outcome === "cancelled")
    return stopped(run, receipt, answer, {
      ...CANCELLED,
      errorCode: "account_suspended",
      errorDetail: TEXTS.run.stoppedWithAccount,
    });
  if (receipt.outcome === "timeout") {
    const errorDetail = receipt.error?.message ?? TEXTS.run.failed;
    const end = stopped(run, receipt, answer, { ...TIMED_OUT, errorDetail });
    const hanging = findProviderFailure(run, receipt);
    /** Work that was delivered before the provider hung is paid, as at every time limit. */
    return !end.isDelivered && hanging !== undefined ? failedByProvider(run, receipt, hanging) : end;
  }
  if (receipt.outcome === "output_limit" && answer.streamed.text !== "")
    return charged(run, receipt, "limit", limitedOutput(run, receipt, answer, OUTPUT_LIMIT_NOTE));
  if (
    run.meter.limited &&
    MAY_BE_LIMITED.includes(receipt.outcome) &&
    !isUncountedAnswer(run, receipt, answer)
  )
    return charged(run, receipt, "limit", limitedOutput(run, receipt, answer, limitNote(run)));
  if (receipt.outcome === "completed") return completed(run, receipt, answer, hold);
  const trouble = findProviderFailure(run, receipt);
  if (trouble !== undefined) return failedByProvider(run, receipt, trouble);
  const code = receipt.outcome === "cancelled" ? "agent_crashed" : FAILURES[receipt.outcome];
  return failure(run, receipt, code, receipt.error?.message ?? TEXTS.run.failed);
}

/** Returns the end of a run that failed on our side: it costs nothing. */
export function brokenOff(run: LiveRun): RunEnd {
  const durationMs = performance.now() - run.startedAt;
  const receipt: RunReceipt = { runId: run.id, outcome: "crashed", output: null, durationMs };
  return failure(
    run,
    receipt,
    "internal",
    "Something went wrong on our side. It cost nothing; please run it again.",
  );
}

function failedByProvider(run: LiveRun, receipt: RunReceipt, detail: string): RunEnd {
  return { ...failure(run, receipt, "provider_unavailable", detail), status: "failed" };
}

/** `length`: the model reached its maximum length in the last call, so the output may be cut off. */
function stopReasonOf({ meter }: LiveRun): "end" | "length" {
  return meter.finishReason === "length" ? "length" : "end";
}

async function completed(
  run: LiveRun,
  receipt: RunReceipt,
  answer: AnswerStream,
  hold: HoldGrowth,
): Promise<RunEnd> {
  const { meter } = run;
  const text = outputText(receipt.output);
  const isStreamed = isStreamedText(receipt, answer);
  const before = isStreamed ? 0 : meter.outputTokens;
  if (!isStreamed) meter.outputTokens += await countOutput(text, run.terms.caller.accountId);
  const affordable = await textTokensWithin(run, hold);
  if (meter.outputTokens <= affordable)
    return meter.limited
      ? charged(run, receipt, "limit", limitedOutput(run, receipt, answer, limitNote(run)))
      : charged(run, receipt, stopReasonOf(run), receipt.output);
  meter.limited = true;
  const kept = await cutToTokens(text, affordable - before);
  return charged(run, receipt, "limit", withNote(kept, limitNote(run)));
}

/** Returns whether the agent returned the text that it has streamed. */
function isStreamedText(receipt: RunReceipt, answer: AnswerStream): boolean {
  return outputText(receipt.output) === answer.streamed.text;
}

/**
 * Returns whether an agent that a limit stopped returned a new text, which no model call has paid for. An answer that
 * was cut while it streamed has been counted, even if the agent ended before the cut reached it.
 */
function isUncountedAnswer(run: LiveRun, receipt: RunReceipt, answer: AnswerStream): boolean {
  if (answer.cutText !== undefined) return false;
  return receipt.outcome === "completed" && run.meter.chargesText && !isStreamedText(receipt, answer);
}

/**
 * Returns the output with a note of where it stopped. Data that is not text stays as the agent returned it, and its
 * stop reason says so.
 */
function limitedOutput(run: LiveRun, receipt: RunReceipt, answer: AnswerStream, note: string): JsonValue {
  if (answer.cutText !== undefined) return answer.cutText;
  const { output } = receipt;
  if (output !== null && typeof output !== "string") return output;
  if (answer.streamed.text !== "") run.feed.output(`\n\n${note}`);
  return withNote(output ?? "", note);
}

/**
 * Returns the end of a run that was stopped from outside. Output counts as delivered once it is in the run's log,
 * because its caller can read it there. What the agent logs counts as delivered when the caller reads it.
 */
function stopped(
  run: LiveRun,
  receipt: RunReceipt,
  answer: AnswerStream,
  as: Pick<RunEnd, "status" | "stopReason" | "errorCode" | "errorDetail">,
): RunEnd {
  const wasRead = run.closeLog();
  const end = charged(run, receipt, as.stopReason, answer.cutText ?? receipt.output);
  return { ...end, ...as, isDelivered: wasRead || answer.streamed.text !== "" };
}

function charged(
  run: LiveRun,
  receipt: RunReceipt,
  stopReason: RunEnd["stopReason"],
  output: JsonValue,
): RunEnd {
  const { meter } = run;
  return {
    status: "completed",
    stopReason,
    errorCode: null,
    tokensMetered: meter.metered,
    tokensCharged: meter.charged,
    cost: meter.cost,
    modelCost: meter.modelCost,
    isDelivered: true,
    isOurFault: false,
    executionMs: Math.round(receipt.durationMs),
    output,
    errorDetail: null,
    developerDetail: withoutNul(receipt.error?.developerDetail ?? null),
  };
}

function failure(run: LiveRun, receipt: RunReceipt, code: ErrorCode, detail: string): RunEnd {
  return {
    status: "failed",
    stopReason: "error",
    errorCode: code,
    tokensMetered: run.meter.metered,
    tokensCharged: 0,
    cost: 0n,
    modelCost: run.meter.modelCost,
    isDelivered: true,
    isOurFault: OUR_FAULTS.includes(code) || receipt.isHostFault === true,
    executionMs: Math.round(receipt.durationMs),
    output: receipt.output,
    errorDetail: withoutNul(detail),
    developerDetail: withoutNul(receipt.error?.developerDetail ?? null),
  };
}

/** PostgreSQL text can store every character except NUL. */
function withoutNul<T extends string | null>(text: T): T | string {
  return text === null ? text : text.replaceAll("\u0000", "");
}
