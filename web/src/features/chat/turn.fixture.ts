import type { Turn } from "@stoa/contract/conversations";

/** Creates a completed turn that follows the turn before it. */
export function createTurn(turn: number, more: Partial<Turn> = {}): Turn {
  return {
    turn,
    parent: turn === 1 ? null : turn - 1,
    run_id: `run_${turn}`,
    status: "completed",
    input_data: { message: `Question ${turn}` },
    message: `Question ${turn}`,
    files: [],
    agent_output: `Answer ${turn}`,
    artifacts: [],
    detail: null,
    cost: 0.0012,
    created_at: "2026-11-28T05:00:00.000Z",
    ...more,
  };
}
