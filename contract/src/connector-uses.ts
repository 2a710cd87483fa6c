import type { ConnectorUse } from "./connectors.ts";
import { LIMITS } from "./limits.ts";

/** What a declaration of a service alone means: everything is read, nothing is changed. */
export function readingUse(service: string): ConnectorUse {
  return { service, methods: ["GET", "HEAD"], paths: ["/**"] };
}

/** RFC 3986: what a path may hold, with everything else written as %XX. */
const PATH_CHARACTERS = /^(?:[\w\-.~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
/** `.` and `..` in every way to write them: they would lead out of what the pattern seems to allow. */
const DOTS = /^(?:\.|%2[eE]){1,2}$/;

/** What is wrong with a pattern of paths, to follow its name; undefined where nothing is. */
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
