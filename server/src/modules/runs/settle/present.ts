import {
  ErrorCode,
  type ExecutionResult,
  nanoToDecimal,
  nanoToUsd,
  type Receipt,
  TEXTS,
} from "@stoa/contract";
import type { Queryable } from "../../../platform/db/database.ts";
import type { RunContents } from "../run-contents.ts";
import type { CreateFileLinks } from "../run-files.ts";
import { hasEnded, type RunRow, readRun } from "./run-reader.ts";

/** Returns a run as its caller sees it; undefined if the account did not start it. */
export async function readRunResult(
  access: { db: Queryable; contents: RunContents },
  runId: string,
  accountId: string,
  createLinks: CreateFileLinks,
): Promise<ExecutionResult | undefined> {
  const run = await readRun(access, runId, accountId);
  return run && presentRun(run, createLinks);
}

/** Converts a run to its API form, as its caller sees it. */
export function presentRun(run: RunRow, createLinks: CreateFileLinks): ExecutionResult {
  const ended = hasEnded(run);
  const failed = run.error_code !== null;
  return {
    run_id: run.id,
    success: run.status === "completed",
    status: run.status,
    execution_time: (ended ? run.execution_ms : Math.max(0, Date.now() - run.created_at.getTime())) / 1000,
    tokens_used: Number(run.tokens_charged),
    cost: nanoToUsd(run.cost),
    failure_charge: presentFailureCharge(run.failure_charge),
    called_runs: run.called.map((called) => ({
      run_id: called.id,
      agent_id: called.agent_id,
      agent_name: called.agent_name,
      status: called.status,
      tokens_used: called.tokens_charged,
      cost: nanoToUsd(BigInt(called.cost)),
      failure_charge: presentFailureCharge(BigInt(called.failure_charge)),
    })),
    total_cost: nanoToUsd(sumCosts(run)),
    max_cost: nanoToUsd(run.cap),
    max_cost_set_by: run.cap_set_by,
    agent_output: run.output,
    stop_reason: run.stop_reason,
    metadata: {
      agent_id: run.agent_id,
      agent_name: run.agent_name,
      agent_type: run.agent_type,
      version: run.version,
      timestamp: (run.ended_at ?? run.created_at).toISOString(),
    },
    artifacts: run.artifacts.map(({ id, name, type, bytes }) => ({
      ...{ id, name, type, size: bytes },
      ...createLinks({ id, type }),
    })),
    receipt: ended ? presentReceipt(run) : null,
    error: presentErrorCode(run.error_code),
    detail: failed ? getErrorDetail(run) : null,
  };
}

/** Returns the cost and the failure charges of a run and all its child runs, in nano-USD. */
export function sumCosts(run: RunRow): bigint {
  return run.called.reduce(
    (sum, called) => sum + BigInt(called.cost) + BigInt(called.failure_charge),
    run.cost + run.failure_charge,
  );
}

/**
 * Returns the error code of a run that did not complete, and null for other runs. A code that this
 * version does not know is presented as internal.
 */
export function presentErrorCode(code: string | null): ErrorCode | null {
  if (code === null) return null;
  const known = ErrorCode.safeParse(code);
  return known.success ? known.data : "internal";
}

/**
 * Returns the charge in USD, or null for a run whose model calls were not charged, so that nobody mistakes 0 for a
 * charge.
 */
function presentFailureCharge(charge: bigint): number | null {
  return charge > 0n ? nanoToUsd(charge) : null;
}

/** Returns why a run did not complete, and why something was charged anyway. */
function getErrorDetail({ status, cost, failure_charge: charge, error_detail }: RunRow): string {
  const detail = error_detail ?? TEXTS.run.failed;
  if (charge > 0n) return `${detail}\n${TEXTS.run.chargedForFailure(nanoToDecimal(charge))}`;
  return status === "timeout" && cost > 0n ? `${detail} ${TEXTS.run.chargedUntilStopped}` : detail;
}

/** Presents who received the cost: gross = model cost + fee + net. */
function presentReceipt(run: RunRow): Receipt {
  return {
    gross: nanoToUsd(run.cost),
    model_cost: nanoToUsd(run.model_cost_borne),
    fee: nanoToUsd(run.fee),
    net: nanoToUsd(run.net),
    price_per_token: nanoToUsd(run.price_per_token),
    tokens_metered: Number(run.tokens_metered),
    tokens_charged: Number(run.tokens_charged),
    models: run.models,
  };
}
