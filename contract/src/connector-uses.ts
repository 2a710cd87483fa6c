import type { ConnectorUse } from "./connectors.ts";
import { LIMITS } from "./limits.ts";

/**
 * Returns the access of an agent that declares only the name of a service: it may read every path, but not change
 * anything.
 */
export function createReadingUse(service: string): ConnectorUse {
  return { service, methods: ["GET", "HEAD"], paths: ["/**"] };
}

/** The characters of a path (RFC 3986); all others must be percent-encoded. */
const PATH_CHARACTERS = /^(?:[\w\-.~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
/** `.` and `..` in every encoding. They could lead to paths outside the pattern. */
const DOTS = /^(?:\.|%2[eE]){1,2}$/;

/** Returns why a path pattern is invalid, as a phrase that follows the field's name, or undefined if it is valid. */
export function findConnectorPathProblem(pattern: string): string | undefined {
  if (!pattern.startsWith("/")) return "must begin with /";
  if (pattern.length > LIMITS.connectorPathMaxLength)
    return `must have at most ${LIMITS.connectorPathMaxLength} characters`;
  if (/[?#]/.test(pattern)) return "must be a path without ? and #";
  if (!PATH_CHARACTERS.test(pattern)) return "contains a character that must be percent-encoded (%XX)";
  const parts = pattern.slice(1).split("/");
  const last = parts.length - 1;
  if (parts.some((part) => DOTS.test(part))) return "must not contain the segments . or ..";
  if (parts.some((part, index) => part === "" && index < last)) return "must not contain //";
  if (parts.some((part) => part.includes("*") && part !== "*" && part !== "**"))
    return "can contain * only as a whole segment, such as /users/*";
  if (parts.slice(0, last).includes("**"))
    return "can contain ** only as its last segment, such as /users/**";
  return undefined;
}
