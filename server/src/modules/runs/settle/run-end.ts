import { type ErrorCode, TEXTS } from "@stoa/contract";
import type { JsonValue, RunOutcome, RunReceipt } from "@stoa/runtime/protocol";
import { type AnswerStream, countAffordableTextTokens, limitNote, withNote } from "../live/answer-stream.ts";
import type { HoldGrowth } from "../live/hold.ts";
import type { LiveRun } from "../live/live-run.ts";
import { countOutput, cutToTokens, toOutputText } from "../live/text-metering.ts";

/** The consequences of a run's end for its caller: the output and the charge. Amounts are in nano-USD. */
export interface RunEnd {
  status: "completed" | "failed" | "timeout" | "cancelled";
  stopReason: "end" | "length" | "limit" | "cancelled" | "error";
  errorCode: ErrorCode | null;
  tokensMetered: number;
  tokensCharged: number;
  cost: bigint;
  modelCost: bigint;
  /**
   * Whether some of the run's work counts as delivered. If not, the run was stopped before its log had any output, and
   * it is charged only if its caller has read the log on another node or in the trace, which the database knows.
   */
  isDelivered: boolean;
  /** Whether an error of the server ended the run. If so, the caller never pays for its model calls. */
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
  errorDetail: "This run was canceled.",
} as const;
const TIMED_OUT = { status: "timeout", stopReason: "error", errorCode: "agent_timeout" } as const;

const OUTPUT_LIMIT_NOTE = "[Stopped: the output reached the maximum size.]";

/** If a run spent at least this share of its time waiting for one answer, the provider caused its timeout. */
const HANGING_PART = 0.5;

const PROVIDER_REASONS: Readonly<Record<string, string>> = {
  provider_rate_limited: "is rate limiting requests",
  provider_refused_key: "refused this server's key",
  provider_quota_exhausted: "reports that this server's credit is used up",
  provider_timeout: "did not respond in time",
  provider_unreachable: "could not be reached",
};

/** Errors that neither the agent nor its caller can cause. */
const OUR_FAULTS: readonly ErrorCode[] = ["internal", "agent_suspended"];

/** Outcomes that may count as reaching the limit: the agent's own code ended, or the server stopped it at the limit. */
const MAY_BE_LIMITED: readonly RunOutcome[] = ["completed", "failed", "cancelled"];
/** Outcomes that may be charged. */
const MAY_BE_CHARGED: readonly RunOutcome[] = [...MAY_BE_LIMITED, "timeout", "output_limit"];

/**
 * Returns the consequences of a run's end for its caller: its output and its charge. Delivered work is charged: a run
 * that its caller or a limit stopped is charged for its usage once its caller has received some output. A failed run
 * costs nothing, except for model calls above a free amount per day, which is known when the run is settled. Meters the
 * final output and may grow the hold for it.
 */
export async function determineEnd(
  run: LiveRun,
  receipt: RunReceipt,
  answer: AnswerStream,
  hold: HoldGrowth,
): Promise<RunEnd> {
  if (run.stopCause === "shutdown" && receipt.outcome === "cancelled")
    return createFailureEnd(
      run,
      receipt,
      "internal",
      "The server stopped during this run. The run was free; please start it again.",
    );
  if (run.stopCause === "agent_suspended" && receipt.outcome === "cancelled")
    return createFailureEnd(run, receipt, "agent_suspended", TEXTS.run.stoppedWithAgent);
  /** A provider may count a few more tokens than were reserved. */
  if (MAY_BE_CHARGED.includes(receipt.outcome) || run.meter.modelCost > 0n)
    await run.runSerially(() => hold.reach(run, run.meter.amountMetered));
  if (run.stopCause === "cancelled" && receipt.outcome === "cancelled")
    return createStoppedEnd(run, receipt, answer, CANCELLED);
  if (run.stopCause === "account_suspended" && receipt.outcome === "cancelled")
    return createStoppedEnd(run, receipt, answer, {
      ...CANCELLED,
      errorCode: "account_suspended",
      errorDetail: TEXTS.run.stoppedWithAccount,
    });
  if (receipt.outcome === "timeout") {
    const errorDetail = receipt.error?.message ?? TEXTS.run.failed;
    const end = createStoppedEnd(run, receipt, answer, { ...TIMED_OUT, errorDetail });
    const hanging = findProviderFailure(run, receipt);
    /** Work that was delivered before the provider stopped responding is charged, as it is at every time limit. */
    return !end.isDelivered && hanging !== undefined ? createProviderFailureEnd(run, receipt, hanging) : end;
  }
  if (receipt.outcome === "output_limit" && answer.streamed.text !== "")
    return createChargedEnd(run, receipt, "limit", limitOutput(run, receipt, answer, OUTPUT_LIMIT_NOTE));
  if (
    run.meter.limited &&
    !receipt.isCallerFault &&
    MAY_BE_LIMITED.includes(receipt.outcome) &&
    !isUncountedAnswer(run, receipt, answer)
  )
    return createChargedEnd(run, receipt, "limit", limitOutput(run, receipt, answer, limitNote(run)));
  if (receipt.outcome === "completed") return createCompletedEnd(run, receipt, answer, hold);
  const trouble = findProviderFailure(run, receipt);
  if (trouble !== undefined) return createProviderFailureEnd(run, receipt, trouble);
  return createFailureEnd(
    run,
    receipt,
    getFailureCode(run, receipt),
    receipt.error?.message ?? TEXTS.run.failed,
  );
}

function getFailureCode({ meter }: LiveRun, { outcome, isCallerFault }: RunReceipt): ErrorCode {
  // The limit refused the only call of such a run, so that nothing was delivered.
  if (isCallerFault) return meter.limited ? "insufficient_credits" : "invalid_request";
  if (outcome === "completed" || outcome === "timeout" || outcome === "cancelled") return "agent_crashed";
  return FAILURES[outcome];
}

/** Returns the end of a run that went wrong on our side: it costs nothing. */
export function createCrashedEnd(run: LiveRun): RunEnd {
  const durationMs = performance.now() - run.startedAt;
  const receipt: RunReceipt = { runId: run.id, outcome: "crashed", output: null, durationMs };
  return createFailureEnd(
    run,
    receipt,
    "internal",
    "Something went wrong on our side. The run was free; please start it again.",
  );
}

/** Returns the message for a provider's error code. */
function describeProviderFailure(code: string): string {
  const reason = PROVIDER_REASONS[code] ?? "returned an error";
  return `The model's provider ${reason}. The agent is not at fault. Please try again later.`;
}

/** Returns why a run failed if its provider caused the failure, and otherwise undefined. */
function findProviderFailure(
  { meter, terms, waitedAtEndMs }: LiveRun,
  receipt: RunReceipt,
): string | undefined {
  if (receipt.outcome === "timeout") {
    const hung = waitedAtEndMs >= terms.timeoutSeconds * 1_000 * HANGING_PART;
    return hung ? describeProviderFailure("provider_timeout") : undefined;
  }
  const { providerTrouble } = meter;
  return receipt.outcome === "failed" && providerTrouble !== undefined
    ? describeProviderFailure(providerTrouble)
    : undefined;
}

function createProviderFailureEnd(run: LiveRun, receipt: RunReceipt, detail: string): RunEnd {
  return { ...createFailureEnd(run, receipt, "provider_unavailable", detail), status: "failed" };
}

/**
 * Returns why the output ended. With `length`, the model reached its maximum length in the last call, so the output may
 * be cut off.
 */
function getStopReason({ meter }: LiveRun): "end" | "length" {
  return meter.finishReason === "length" ? "length" : "end";
}

async function createCompletedEnd(
  run: LiveRun,
  receipt: RunReceipt,
  answer: AnswerStream,
  hold: HoldGrowth,
): Promise<RunEnd> {
  const { meter } = run;
  const text = toOutputText(receipt.output);
  const isStreamed = isStreamedText(receipt, answer);
  const before = isStreamed ? 0 : meter.outputTokens;
  if (!isStreamed) meter.outputTokens += await countOutput(text, run.terms.caller.accountId);
  const affordable = await countAffordableTextTokens(run, hold);
  if (meter.outputTokens <= affordable)
    return meter.limited
      ? createChargedEnd(run, receipt, "limit", limitOutput(run, receipt, answer, limitNote(run)))
      : createChargedEnd(run, receipt, getStopReason(run), receipt.output);
  meter.limited = true;
  const kept = await cutToTokens(text, affordable - before);
  return createChargedEnd(run, receipt, "limit", withNote(kept, limitNote(run)));
}

/** Returns whether the agent returned the same text that it had streamed. */
function isStreamedText(receipt: RunReceipt, answer: AnswerStream): boolean {
  return toOutputText(receipt.output) === answer.streamed.text;
}

/**
 * Returns whether an agent that reached its limit returned new text, which has not been counted. An answer that was cut
 * while it streamed has been counted, even if the agent ended before the cut reached it.
 */
function isUncountedAnswer(run: LiveRun, receipt: RunReceipt, answer: AnswerStream): boolean {
  if (answer.cutText !== undefined) return false;
  return receipt.outcome === "completed" && run.meter.chargesText && !isStreamedText(receipt, answer);
}

/**
 * Returns the output with a note that explains why it was cut. Output that is not text is returned unchanged. In that
 * case only the stop reason shows that the run was limited.
 */
function limitOutput(run: LiveRun, receipt: RunReceipt, answer: AnswerStream, note: string): JsonValue {
  if (answer.cutText !== undefined) return answer.cutText;
  const { output } = receipt;
  if (output !== null && typeof output !== "string") return output;
  if (answer.streamed.text !== "") run.feed.appendOutput(`\n\n${note}`);
  return withNote(output ?? "", note);
}

/**
 * Returns the end of a run that was stopped from outside. Output counts as delivered once it is in the run's log,
 * because the caller can read it there. The agent's log entries count as delivered once the caller has read them.
 */
function createStoppedEnd(
  run: LiveRun,
  receipt: RunReceipt,
  answer: AnswerStream,
  as: Pick<RunEnd, "status" | "stopReason" | "errorCode" | "errorDetail">,
): RunEnd {
  const wasRead = run.closeLog();
  const end = createChargedEnd(run, receipt, as.stopReason, answer.cutText ?? receipt.output);
  return { ...end, ...as, isDelivered: wasRead || answer.streamed.text !== "" };
}

function createChargedEnd(
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
    developerDetail: removeNul(receipt.error?.developerDetail ?? null),
  };
}

function createFailureEnd(run: LiveRun, receipt: RunReceipt, code: ErrorCode, detail: string): RunEnd {
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
    errorDetail: removeNul(detail),
    developerDetail: removeNul(receipt.error?.developerDetail ?? null),
  };
}

/** Removes NUL, the only character that PostgreSQL text cannot store. */
function removeNul<T extends string | null>(text: T): T | string {
  return text === null ? text : text.replaceAll("\u0000", "");
}
