import type { VersionPart, VersionState } from "@stoa/contract/versions";

/** Describes the difference in one or two words. */
export const PART_NAMES: Readonly<Record<VersionPart, string>> = {
  code: "Code",
  framework: "Framework",
  inputs: "Inputs",
  models: "Models",
  connectors: "Services",
  called_agents: "Called agents",
  examples: "Examples",
};

/** Returns a version's state, unless it is listed. */
export const STATE_NAMES: Readonly<Record<Exclude<VersionState, "listed">, string>> = {
  checking: "Checking",
  refused: "Refused",
  suspended: "Suspended",
  withdrawn: "Withdrawn",
};
