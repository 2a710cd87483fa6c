export const WEBHOOK_LIMITS = {
  /** A team needs one webhook for each of its systems. Each event is sent to all of them. */
  perAccount: 10,
  /** This is far longer than typical URLs, and still short enough to check by eye. */
  urlMaxLength: 2_000,
  /** A description of this length fits on one line of the list. */
  descriptionMaxLength: 200,
  /** Enough time to redeploy a receiver with the new secret. */
  previousSecretHours: 24,
  /** A person who returns after a month away can still see what they missed. */
  keptDays: 30,
  /** The part of a receiver's response that is stored: enough for an error message, but not a whole page. */
  answerMaxBytes: 1_024,
  /** The attempts that are kept per delivery: ten for the event, and the attempts of a resend. */
  attemptsKept: 20,
  /**
   * The number of deliveries that one call resends, about a second of work. `more` says whether to call
   * again.
   */
  resentAtOnce: 1_000,
} as const;
