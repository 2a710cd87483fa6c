import type { ConnectorUse } from "./connectors.ts";
import { LIMITS } from "./limits.ts";

/** Returns the use that is meant if an agent declares only a service: it may read everything and change nothing. */
export function readingUse(service: string): ConnectorUse {
  return { service, methods: ["GET", "HEAD"], paths: ["/**"] };
}

/** The characters of a path (RFC 3986); all others must be percent-encoded. */
const PATH_CHARACTERS = /^(?:[\w\-.~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
/** `.` and `..` in every encoding. They could lead to paths outside the pattern. */
const DOTS = /^(?:\.|%2[eE]){1,2}$/;

/** Returns the problem of a path pattern as a phrase that follows the field's name, or undefined if it is valid. */
export function connectorPathProblem(pattern: string): string | undefined {
  if (!pattern.startsWith("/")) return "must begin with /";
  if (pattern.length > LIMITS.connectorPathMaxLength)
    return `has more than ${LIMITS.connectorPathMaxLength} characters`;
  if (/[?#]/.test(pattern)) return "must be a path alone, without ? and #";
  if (!PATH_CHARACTERS.test(pattern)) return "holds a character that must be written as %XX";
  const parts = pattern.slice(1).split("/");
  const last = parts.length - 1;
  if (parts.some((part) => DOTS.test(part))) return "must not hold . or .. as a part";
  if (parts.some((part, index) => part === "" && index < last)) return "must not hold //";
  if (parts.some((part) => part.includes("*") && part !== "*" && part !== "**"))
    return "may hold * only as a whole part, such as /users/*";
  if (parts.slice(0, last).includes("**")) return "may hold ** only as its last part, such as /users/**";
  return undefined;
}
