import type { LiveRun } from "./live-run.ts";
import type { RunRow } from "./run-reader.ts";
import type { RunEnd, SettledRun } from "./run-store.ts";
import type { PreparedRun } from "./start-run.ts";

/**
 * The row of a run as the database has it now, without reading it back: the same as `readRun` gives (a test
 * compares them), a round trip sooner.
 */
export function settledRow(
  run: LiveRun,
  { agent, terms }: PreparedRun,
  end: RunEnd,
  settled: SettledRun,
): RunRow {
  const models = [...run.meter.models.values()].sort((a, b) => (a.model < b.model ? -1 : 1));
  return {
    ...settled,
    id: run.facts.id,
    status: end.status,
    stop_reason: end.stopReason,
    error_code: end.errorCode,
    agent_id: agent.agentId,
    agent_name: agent.name,
    agent_type: agent.agentType,
    version: agent.version,
    price_per_token: terms.pricePerToken,
    tokens_metered: BigInt(end.tokensMetered),
    tokens_charged: BigInt(end.tokensCharged),
    cost: end.cost,
    execution_ms: end.executionMs,
    last_seq: run.feed.lastSeq,
    output: end.output,
    error_detail: end.errorDetail,
    models,
  };
}
