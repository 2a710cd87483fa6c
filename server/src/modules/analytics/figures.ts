/** Selects the runs of one agent, or of all agents of a developer. */
export interface AnalyticsScope {
  developerAccountId: string;
  /** The agent whose runs to select; all agents by default. */
  agentId?: number;
}

/** Counts of ended runs and their money, of a day or a span. Money is in nano-USD. */
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

/** Percentiles of execution times in milliseconds; null if no run succeeded. */
export interface Percentiles {
  p50: bigint | null;
  p95: bigint | null;
}

export interface DayFigures extends Figures, Percentiles {
  /** UTC, "2026-11-21". */
  date: string;
  users: bigint;
}

export interface SpanFigures extends Percentiles {
  from: string;
  to: string;
  /** The days of the span, oldest first. Days without ended runs or money are left out. */
  days: DayFigures[];
  users: bigint;
}

/** A scope with the first day of its span, as a statement needs it. */
export interface Span {
  developerAccountId: string;
  agentId: number;
  from: string;
}
