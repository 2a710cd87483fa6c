import type { TraceEntry } from "@stoa/contract/traces";
import { formatCount, formatMilliseconds, formatUsdFull } from "../../lib/format.ts";

type AgentCall = Extract<TraceEntry, { type: "agent_call" }>;

const REASONS: Record<AgentCall["outcome"], string | null> = {
  answered: null,
  refused: "No run was started",
  failed: "It did not complete and is not charged",
};
const CHARGED = "It did not complete and is partly charged";

/** Describes how a call of another agent ended and what it used: "answered, 12 tok, 300 ms, $0.0012". */
export function formatAgentCall({ outcome, tokens, duration, cost }: AgentCall): string {
  const took = formatMilliseconds(duration);
  if (outcome === "refused") return `${outcome}, ${took}`;
  return [outcome, `${formatCount(tokens)} tok`, took, formatUsdFull(cost)].join(", ");
}

/** Returns why another agent gave no answer; null if the trace has no reason. */
export function getAgentCallReason({ outcome, reason, cost }: AgentCall): string | null {
  const text = outcome === "failed" && cost > 0 ? CHARGED : REASONS[outcome];
  return text !== null && reason !== null ? `${text}: ${reason}` : text;
}
