import type { VersionPart, VersionState } from "@stoa/contract/versions";

/** The difference, in a word or two. */
export const PART_NAMES: Readonly<Record<VersionPart, string>> = {
  code: "Code",
  framework: "Framework",
  inputs: "Inputs",
  models: "Models",
  connectors: "Services",
  called_agents: "Called agents",
  examples: "Examples",
};

/** A version's state, unless it is listed. */
export const STATE_NAMES: Readonly<Record<Exclude<VersionState, "listed">, string>> = {
  checking: "Checking",
  refused: "Refused",
  suspended: "Suspended",
  withdrawn: "Withdrawn",
};
