/** A transfer from the perspective of one wallet. */
export interface Movement {
  id: string;
  createdAt: Date;
  kind: "grant" | "payment" | "run" | "failure_charge" | "claim" | "clawback" | "expiry" | "reversal";
  runId: string | null;
  agentId: number | null;
  agentName: string | null;
  grantKind: "signup" | "plan_month" | "operator" | "payment" | null;
  grantPeriod: string | null;
  /** The free amount per day that applied when the model calls of a failed run were charged, in nano-USD. */
  freePerDay: bigint | null;
  /** Whether the wallet's owner paid or received the credits. Otherwise, the owner is the run's developer. */
  isPayer: boolean;
  /** The amount in nano-USD. It is positive for money into the wallet. */
  amount: bigint;
}

/** A movement with the additional data of its receipt. */
export interface ReceiptMovement extends Movement {
  /** The wallet's balance right after the movement. */
  balanceAfter: bigint;
  reverses: string | null;
  reversedBy: string | null;
}

/**
 * A wallet's net movements in a UTC month, one amount per kind. They are negative if more money went out than came in.
 */
export interface MonthMovements {
  /** The UTC month, such as "2026-11". */
  month: string;
  credits: bigint;
  runs: bigint;
  failureCharges: bigint;
  earned: bigint;
  expired: bigint;
  reversed: bigint;
  entries: bigint;
}
