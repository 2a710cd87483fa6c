import { type ErrorCode, TEXTS } from "@stoa/contract";
import type { JsonValue, RunOutcome, RunReceipt } from "@stoa/runtime/protocol";
import { type AnswerStream, textTokensWithin } from "./answer-stream.ts";
import type { HoldGrowth } from "./hold.ts";
import { limitNote, withNote } from "./limit-note.ts";
import type { LiveRun } from "./live-run.ts";
import type { RunEnd } from "./run-store.ts";
import { countTokens, cutToTokens, outputText } from "./text-metering.ts";

const FAILURES: Record<Exclude<RunOutcome, "completed" | "cancelled">, ErrorCode> = {
  failed: "agent_failed",
  timeout: "agent_timeout",
  output_limit: "output_limit",
  crashed: "agent_crashed",
};

/** Only an end that the agent's own code reached, or our stop at the limit, can count as one at the limit. */
const MAY_BE_LIMITED: readonly RunOutcome[] = ["completed", "failed", "cancelled"];

/**
 * What a run's end means for its caller (readings 16 to 18): what it answers, and what of it is charged.
 * Meters the final output and may grow the hold for it.
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
  /** A provider may count a few tokens more than were reserved for. */
  if (MAY_BE_LIMITED.includes(receipt.outcome))
    await run.serially(() => hold.reach(run, run.meter.amountMetered));
  if (run.stopCause === "cancelled" && receipt.outcome === "cancelled")
    return cancelled(run, receipt, answer);
  if (run.stopCause === "account_suspended" && receipt.outcome === "cancelled") {
    const told = { errorCode: "account_suspended", errorDetail: TEXTS.run.stoppedWithAccount } as const;
    return { ...cancelled(run, receipt, answer), ...told };
  }
  if (run.meter.limited && MAY_BE_LIMITED.includes(receipt.outcome))
    return charged(run, receipt, "limit", limitedOutput(run, receipt, answer));
  if (receipt.outcome === "completed") return completed(run, receipt, answer, hold);
  const code = receipt.outcome === "cancelled" ? "agent_crashed" : FAILURES[receipt.outcome];
  return failure(run, receipt, code, receipt.error?.message ?? TEXTS.run.failed);
}

/** The end of a run that we could not carry on: it costs nothing. */
export function brokenOff(run: LiveRun): RunEnd {
  const durationMs = performance.now() - run.startedAt;
  const receipt: RunReceipt = { runId: run.facts.id, outcome: "crashed", output: null, durationMs };
  return failure(
    run,
    receipt,
    "internal",
    "Something went wrong on our side. It cost nothing; please run it again.",
  );
}

async function completed(
  run: LiveRun,
  receipt: RunReceipt,
  answer: AnswerStream,
  hold: HoldGrowth,
): Promise<RunEnd> {
  const { meter } = run;
  const text = outputText(receipt.output);
  const isStreamedText = text === answer.streamed.text;
  const before = isStreamedText ? 0 : meter.outputTokens;
  if (!isStreamedText) meter.outputTokens += await countTokens(text, run.facts.accountId);
  const affordable = await textTokensWithin(run, hold);
  if (meter.outputTokens <= affordable) return charged(run, receipt, "end", receipt.output);
  meter.limited = true;
  const kept = await cutToTokens(text, affordable - before);
  return charged(run, receipt, "limit", withNote(kept, limitNote(run)));
}

/** A text says where it stopped; data stays as the agent returned it, beside its stop reason. */
function limitedOutput(run: LiveRun, receipt: RunReceipt, answer: AnswerStream): JsonValue {
  if (answer.cutText !== undefined) return answer.cutText;
  const { output } = receipt;
  if (output !== null && typeof output !== "string") return output;
  const note = limitNote(run);
  if (answer.streamed.text !== "") run.feed.output(`\n\n${note}`);
  return withNote(output ?? "", note);
}

/** Before the first output nothing is charged, after it what was metered (reading 18). */
function cancelled(run: LiveRun, receipt: RunReceipt, answer: AnswerStream): RunEnd {
  const gaveNothing = answer.streamed.text === "";
  const end = charged(run, receipt, "cancelled", receipt.output);
  return {
    ...end,
    status: "cancelled",
    errorCode: "cancelled",
    errorDetail: "This run was cancelled.",
    ...(gaveNothing && { tokensCharged: 0, cost: 0n }),
  };
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
    executionMs: Math.round(receipt.durationMs),
    output,
    errorDetail: null,
    developerDetail: withoutNul(receipt.error?.developerDetail ?? null),
  };
}

function failure(run: LiveRun, receipt: RunReceipt, code: ErrorCode, detail: string): RunEnd {
  return {
    status: receipt.outcome === "timeout" ? "timeout" : "failed",
    stopReason: "error",
    errorCode: code,
    tokensMetered: run.meter.metered,
    tokensCharged: 0,
    cost: 0n,
    modelCost: run.meter.modelCost,
    executionMs: Math.round(receipt.durationMs),
    output: receipt.output,
    errorDetail: withoutNul(detail),
    developerDetail: withoutNul(receipt.error?.developerDetail ?? null),
  };
}

/** PostgreSQL text holds every character but this one. */
function withoutNul<T extends string | null>(text: T): T | string {
  return text === null ? text : text.replaceAll("\u0000", "");
}
