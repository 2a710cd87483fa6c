/** A transfer as one wallet saw it. */
export interface Movement {
  id: string;
  createdAt: Date;
  kind: "grant" | "payment" | "run" | "failure_charge" | "claim" | "clawback" | "expiry" | "reversal";
  runId: string | null;
  agentId: number | null;
  agentName: string | null;
  grantKind: "signup" | "plan_month" | "operator" | "payment" | null;
  grantPeriod: string | null;
  /** What was free per day when the model calls of a failed run were charged, nano-USD. */
  freePerDay: bigint | null;
  /** Whether the wallet's owner is the one who paid, or was credited; else they are the run's developer. */
  isPayer: boolean;
  /** Positive into the wallet. */
  amount: bigint;
}

/** A movement with what a receipt says beside it. */
export interface ReceiptMovement extends Movement {
  /** Of the wallet, right after it. */
  balanceAfter: bigint;
  reverses: string | null;
  reversedBy: string | null;
}

/** What came into a wallet and went out of it in a UTC month, by kind; negative where more went out. */
export interface MonthMovements {
  /** "2026-11". */
  month: string;
  credits: bigint;
  runs: bigint;
  failureCharges: bigint;
  earned: bigint;
  expired: bigint;
  reversed: bigint;
  entries: bigint;
}
