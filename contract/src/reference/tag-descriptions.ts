/** The sections of the API, in the order in which a newcomer needs them. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  "Public API": "For programs, with an API key: find agents, run them, upload your own.",
  Agents: "The marketplace, your own agents and their versions.",
  Runs: "Run agents, follow and stop runs, read their traces.",
  Usage: "Your runs, and the runs of an agent.",
  Recommendations: "Find agents by describing what you need.",
  Reviews: "Ratings and reviews of agents by people who paid for them.",
  Templates: "Starter files for agents.",
  Connectors: "Services that agents can use on your behalf, and what each agent is allowed.",
  Schedules: "Runs on a cron expression, within a monthly spending cap.",
  Webhooks: "Your URLs that Stoa calls when an event occurs.",
  Notifications: "What happened while you were away.",
  Accounts: "Sign-up, sign-in, your account and its deletion.",
  "API keys": "Keys for programs, each with limits, and the account's spending limits.",
  Billing: "Balance, wallet entries and earnings of agents.",
  Operators: "For the operators of the server: suspensions and the audit log.",
  System: "The server itself.",
};
