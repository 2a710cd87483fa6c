import type { ExecutionResult } from "@stoa/contract/runs";
import { formatMilliseconds, formatUsdExact } from "../../lib/format.ts";

type Figures = Pick<ExecutionResult, "success" | "execution_time" | "total_cost" | "metadata">;

/**
 * The smallest share by which two runs must differ. Smaller differences count as equal, because times vary
 * more than this from run to run.
 */
const ALIKE_SHARE = 0.05;

function lead(
  [a, b]: readonly [Figures, Figures],
  getFigure: (run: Figures) => number,
  formatDifference: (name: string, difference: number) => string,
  alike: string,
): string {
  const difference = Math.abs(getFigure(a) - getFigure(b));
  if (difference <= Math.max(getFigure(a), getFigure(b)) * ALIKE_SHARE) return alike;
  return formatDifference((getFigure(a) < getFigure(b) ? a : b).metadata.agent_name, difference);
}

/** Returns sentences that compare the times and costs of two runs; none if a run failed. */
export function describeDifference(runs: readonly [Figures, Figures]): readonly string[] {
  if (!runs.every(({ success }) => success)) return [];
  return [
    lead(
      runs,
      (run) => run.execution_time,
      (name, by) => `${name} was faster by ${formatMilliseconds(by)}.`,
      "Both took about the same time.",
    ),
    lead(
      runs,
      (run) => run.total_cost,
      (name, by) => `${name} was cheaper by ${formatUsdExact(by)}.`,
      "Both cost about the same.",
    ),
  ];
}
