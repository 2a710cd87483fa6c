/** Selects the runs of one agent, or of all agents of a developer. */
export interface AnalyticsScope {
  developerAccountId: string;
  /** The agent whose runs are selected. Without it, the runs of all agents are selected. */
  agentId?: number;
}

/** The number of ended runs in a day or span, and their money in nano-USD. */
export interface Figures {
  runs: bigint;
  succeeded: bigint;
  failed: bigint;
  tokens: bigint;
  gross: bigint;
  modelCost: bigint;
  platformFee: bigint;
  revenue: bigint;
}

/** Percentiles of execution times in milliseconds. They are null if no run succeeded. */
export interface Percentiles {
  p50: bigint | null;
  p95: bigint | null;
}

export interface DayFigures extends Figures, Percentiles {
  /** The UTC date, such as "2026-11-21". */
  date: string;
  users: bigint;
}

export interface SpanFigures extends Percentiles {
  from: string;
  to: string;
  /** The days of the span, oldest first. Days on which no run ended and nothing was charged or refunded are left out. */
  days: DayFigures[];
  users: bigint;
}

/** A scope with the first day of its span, in the form that statements need. */
export interface Span {
  developerAccountId: string;
  agentId: number;
  from: string;
}
