/** The parts of the API, in the order in which a newcomer needs them. */
export const TAG_WORDS: Readonly<Record<string, string>> = {
  "Public API": "For programs, with an API key: find agents, run them, upload your own.",
  Agents: "The marketplace, your own agents and their versions.",
  Runs: "Run agents, follow runs, stop them, read what happened in them.",
  Usage: "What one has run, and what an agent was run.",
  Recommendations: "Agents for a wish in your own words.",
  Reviews: "What people say of agents that they have paid for.",
  Templates: "Files to start an agent from.",
  Connectors: "Services that agents may use in your name, and what each is allowed.",
  Schedules: "Runs on a cron expression, within a spend cap a month.",
  Webhooks: "Addresses of your own that are called when something happens.",
  Notifications: "What happened while one was away.",
  Accounts: "Signing up and in, your account, leaving.",
  "API keys": "Keys for programs, each with limits, and what the account may spend.",
  Billing: "Balance, movements, what agents earned.",
  Operators: "For the people who run the server: stopping agents, and what was done.",
  System: "The server itself.",
};
