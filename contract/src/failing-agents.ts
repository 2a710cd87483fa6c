/**
 * When a failing agent is reported and paused. Only consecutive failures of its own code in runs by other accounts
 * count; one completed run resets the count. Three different callers are required, because a single caller's input
 * may be the cause.
 */
export const FAILING_AGENT = {
  /** When the agent's developer is notified, at most once per day. */
  noticeAfter: { failures: 3, callers: 3 },
  /** When the agent is paused. An agent that works at least sometimes rarely has ten consecutive failures. */
  pauseAfter: { failures: 10, callers: 3 },
} as const;
