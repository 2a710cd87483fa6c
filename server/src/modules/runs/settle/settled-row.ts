import type { EndedCall } from "../called/ended-calls.ts";
import type { SettledRun } from "../run-store.ts";
import type { CalledRunRow, RunRow } from "./run-reader.ts";

/**
 * The row of a run as the database has it now, without reading it back: the same as `readRun` gives (a test
 * compares them), a round trip sooner.
 */
export function settledRow(
  { run, prepared: { agent, terms }, end }: EndedCall,
  settled: SettledRun,
  called: readonly EndedCall[],
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
    cap: run.meter.terms.cap,
    cap_set_by: run.meter.terms.capSetBy,
    tokens_metered: BigInt(end.tokensMetered),
    execution_ms: end.executionMs,
    last_seq: run.feed.lastSeq,
    output: end.output,
    error_detail: end.errorDetail,
    models,
    called: called.map(calledRow).sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

function calledRow({ run, prepared, end }: EndedCall): CalledRunRow {
  const { agentId, name } = prepared.agent;
  return {
    id: run.facts.id,
    agent_id: agentId,
    agent_name: name,
    status: end.status,
    tokens_charged: end.tokensCharged,
    cost: String(end.cost),
    failure_charge: String(end.failureCharge),
  };
}
