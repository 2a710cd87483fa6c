/**
 * When an agent that fails has consequences. Only failures of its own code in runs by other people count, in a row: one
 * completed run starts the count anew. Three callers, because the input of one caller may be what is wrong.
 */
export const FAILING_AGENT = {
  /** Its developer is notified, at most once a day. */
  noticeAfter: { failures: 3, callers: 3 },
  /** It is paused: ten failures are more than an agent that works now and then has in a row. */
  pauseAfter: { failures: 10, callers: 3 },
} as const;
