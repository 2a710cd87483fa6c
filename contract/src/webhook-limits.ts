export const WEBHOOK_LIMITS = {
  /** One for each system of a team. Each event is sent to all of them. */
  perAccount: 10,
  /** Far longer than typical addresses, and still short enough to check by eye. */
  urlMaxLength: 2_000,
  /** Fits a line of the list. */
  descriptionMaxLength: 200,
  /** Enough time to redeploy a receiver with the new secret. */
  previousSecretHours: 24,
  /** Long enough to see after a month away what was missed. */
  keptDays: 30,
  /** The stored part of a receiver's answer: enough for an error message, not a whole page. */
  answerMaxBytes: 1_024,
  /** Per delivery: its ten attempts, and those of a resend. */
  attemptsKept: 20,
  /** The deliveries that one call resends, about a second of work. `more` says whether to call again. */
  resentAtOnce: 1_000,
} as const;
