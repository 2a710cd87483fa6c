import type { VersionState } from "@stoa/contract";

const STATES: Readonly<Record<Exclude<VersionState, "listed">, string>> = {
  checking: "is still being checked",
  refused: "did not pass its checks",
  suspended: "was suspended by the operator of this server",
  withdrawn: "was withdrawn by its developer",
};

/** Returns a sentence such as `Version 2 of this agent was withdrawn by its developer.` */
export function describeVersionState(number: number, state: Exclude<VersionState, "listed">): string {
  return `Version ${number} of this agent ${STATES[state]}.`;
}

export const describeMissingVersion = (number: number): string => `This agent has no version ${number}.`;

/** Tells a caller what to do if a version cannot be run. */
export const OTHER_VERSION = "Request another version, or omit `version` to run the current version.";
