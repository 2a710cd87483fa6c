import type { VersionPart, VersionState } from "@stoa/contract/versions";

/** A description of each kind of difference in one or two words. */
export const PART_NAMES: Readonly<Record<VersionPart, string>> = {
  code: "Code",
  framework: "Framework",
  inputs: "Inputs",
  models: "Models",
  connectors: "Services",
  hosts: "Hosts",
  called_agents: "Called agents",
  examples: "Examples",
};

/** The labels of all version states except `listed`, which needs none. */
export const STATE_NAMES: Readonly<Record<Exclude<VersionState, "listed">, string>> = {
  checking: "Checking",
  refused: "Refused",
  suspended: "Suspended",
  withdrawn: "Withdrawn",
};
