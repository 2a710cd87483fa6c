import type { Subject } from "./subject.ts";

/** Checks a requirement. Throws if it is not met. */
export type Check = (subject: Subject) => Promise<void>;

/**
 * A requirement of A2A 1.0 by the ID that the compatibility kit of the protocol (a2aproject/a2a-tck) gives it. The words and
 * the checks are ours.
 */
export interface Requirement {
  id: string;
  level: "MUST" | "SHOULD" | "MAY";
  /** What the specification demands. */
  demand: string;
  /** Why the requirement has no check, or why its check must fail. */
  reason?: string;
  check?: Check;
}

const define =
  (level: Requirement["level"]) =>
  (id: string, demand: string, check: Check): Requirement => ({ id, level, demand, check });

export const must = define("MUST");
export const should = define("SHOULD");
export const may = define("MAY");

/** Returns a recommendation that this server does not follow. The check must fail, so that the reason stays true. */
export const notFollowed = (
  level: "SHOULD" | "MAY",
  id: string,
  demand: string,
  reason: string,
  check: Check,
): Requirement => ({ id, level, demand, reason, check });

/** Returns a requirement that a request to a server cannot check. */
export const notChecked = (
  level: Requirement["level"],
  id: string,
  demand: string,
  reason: string,
): Requirement => ({ id, level, demand, reason });

/** Performs the check of a requirement. @returns whether it is met. @throws the error of a check that must not fail */
export async function performCheck({ check, reason }: Requirement, subject: Subject): Promise<boolean> {
  try {
    await check?.(subject);
    return true;
  } catch (error) {
    if (reason === undefined) throw error;
    return false;
  }
}
