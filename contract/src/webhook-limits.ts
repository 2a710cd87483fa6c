export const WEBHOOK_LIMITS = {
  /** One for each system of a team; every event goes to each of them. */
  perAccount: 10,
  /** As long as a request line that common servers accept would be too long to check by eye; addresses are seldom a tenth. */
  urlMaxLength: 2_000,
  /** A line of the list. */
  descriptionMaxLength: 200,
  /** A receiver that has to be deployed anew learns the new secret within a day. */
  previousSecretHours: 24,
  /** Who comes back from a month's leave still sees what was missed. */
  keptDays: 30,
  /** Of what a receiver answers: an error's message, not its page. */
  answerMaxBytes: 1_024,
  /** Of one delivery: its ten attempts, and those of a resend. */
  attemptsKept: 20,
  /** Of what is resent with one call: a second's work, and `more` says when to call again. */
  resentAtOnce: 1_000,
} as const;
