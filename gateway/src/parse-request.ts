import { describeValue } from "@stoa/contract/issue-messages";
import type { z } from "zod";
import { createInvalidRequest, type GatewayError } from "./openai-error.ts";

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) => (typeof part === "number" ? `[${part}]` : `${at > 0 ? "." : ""}${String(part)}`))
    .join("");
}

function toGatewayError(issue: z.core.$ZodIssue): GatewayError {
  const path = formatPath(issue.path);
  if (issue.code === "unrecognized_keys") {
    const field = `${path === "" ? "" : `${path}.`}${issue.keys[0] ?? ""}`.slice(0, 200);
    return createInvalidRequest(
      `The field "${field}" is not supported. Omit it.`,
      field,
      "unsupported_parameter",
    );
  }
  if (issue.code === "invalid_union") {
    const inner = issue.errors
      .flat()
      .find((error) => error.path.length > 0 || error.code === "unrecognized_keys");
    if (inner !== undefined) return toGatewayError({ ...inner, path: [...issue.path, ...inner.path] });
  }
  return createInvalidRequest(`Invalid value for "${path}": ${issue.message}`, path, "invalid_value");
}

/**
 * Parses a request body and rejects unlisted fields.
 * @throws GatewayError 400 if the body is not valid JSON, or naming the field that is invalid or not supported.
 */
export function parseRequest<T>(schema: z.ZodType<T>, body: string): T {
  let parsed: z.ZodSafeParseResult<T>;
  try {
    parsed = schema.safeParse(JSON.parse(body), { error: describeValue });
  } catch (cause) {
    const reason = cause instanceof RangeError ? "is nested too deeply" : "is not valid JSON";
    throw createInvalidRequest(`The request body ${reason}.`, undefined, "invalid_json");
  }
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue === undefined ? createInvalidRequest("The request is invalid.") : toGatewayError(issue);
}
