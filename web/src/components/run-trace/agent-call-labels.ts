import type { TraceEntry } from "@stoa/contract/traces";
import { formatCount, formatMilliseconds, formatUsdFull } from "../../lib/format.ts";

type AgentCall = Extract<TraceEntry, { type: "agent_call" }>;

const REASONS: Record<AgentCall["outcome"], string | null> = {
  answered: null,
  refused: "No run was started",
  failed: "It did not complete, and nothing was charged",
};
const CHARGED = "It did not complete, but its cost was charged";

/** Describes how a call to another agent ended and what it used: "answered, 12 tok, 300 ms, $0.0012". */
export function formatAgentCall({ outcome, tokens, duration, cost }: AgentCall): string {
  const took = formatMilliseconds(duration);
  if (outcome === "refused") return `${outcome}, ${took}`;
  return [outcome, `${formatCount(tokens)} tok`, took, formatUsdFull(cost)].join(", ");
}

/** Returns why a call to another agent failed and whether it was charged; null if the call was answered. */
export function getAgentCallReason({ outcome, reason, cost }: AgentCall): string | null {
  const text = outcome === "failed" && cost > 0 ? CHARGED : REASONS[outcome];
  return text !== null && reason !== null ? `${text}: ${reason}` : text;
}
