import { getRateClass, Problem, type Route } from "@stoa/contract";
import {
  ACCOUNT_FAILURES,
  type FailureDescriptions,
  FORM_FAILURES,
  JSON_FAILURES,
  type OperationDescription,
  SCOPE_FAILURES,
  SESSION_FAILURES,
  STATUS_DESCRIPTIONS,
} from "@stoa/contract/reference/index";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { createHeaderRefs } from "./openapi-headers.ts";

/** The names of responses that are the same for nearly every operation and are defined once. */
const SHARED: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "NotAllowed",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
};
/** Status codes with a Retry-After header. */
const WITH_RETRY_AFTER = new Set([429, 503]);

function createFailureReply(status: number, codes: FailureDescriptions): ZodOpenApiResponseObject {
  const codeDescriptions = Object.entries(codes).map(([code, text]) => `\`${code}\`: ${text}`);
  return {
    description: codeDescriptions.join("\n\n"),
    headers: createHeaderRefs([
      "X-Request-Id",
      ...(WITH_RETRY_AFTER.has(status) ? (["Retry-After"] as const) : []),
    ]),
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            { type: "object", properties: { error: { enum: Object.keys(codes) } } },
          ],
        },
      },
    },
  };
}

/** Returns the errors for callers who are not admitted: a suspended account, or an API key without permission. */
function getAccessFailures({ auth, scope }: Route): FailureDescriptions {
  if (auth === "optional") return ACCOUNT_FAILURES;
  return { ...ACCOUNT_FAILURES, ...(scope ? SCOPE_FAILURES : SESSION_FAILURES) };
}

/** Returns the error codes for each failure status, based on the route's declaration and documentation. */
export function describeFailures(
  route: Route,
  documentation: OperationDescription | undefined,
): Map<number, FailureDescriptions> {
  const readsBody = route.method !== "GET";
  const isForm = route.encoding === "multipart";
  const bodyFailures = isForm ? { ...JSON_FAILURES, ...FORM_FAILURES } : JSON_FAILURES;
  const needsCredential = route.auth === "session" || route.auth === "key";
  /** Routes with optional credentials also refuse a suspended caller. */
  const mayBeKnown = route.auth !== "public";
  const statuses = new Set([
    400,
    ...(needsCredential ? [401] : []),
    ...(mayBeKnown ? [403] : []),
    ...(route.params ? [404] : []),
    ...(readsBody ? Object.keys(bodyFailures).map(Number) : []),
    ...(getRateClass(route) ? [429] : []),
    ...(route.fails ?? []),
    ...Object.keys(documentation?.errors ?? {}).map(Number),
    500,
    // Any operation may find the database unavailable.
    503,
  ]);
  const sorted = [...statuses].sort((a, b) => a - b);
  return new Map(
    sorted.map((status) => {
      const own = documentation?.errors?.[status] ?? (isForm ? FORM_FAILURES[status] : undefined);
      // Parsing and admission produce these errors before the operation runs.
      const everywhere = {
        ...(status === 400 && { ...STATUS_DESCRIPTIONS[400], ...(readsBody && JSON_FAILURES[400]) }),
        ...(status === 503 && STATUS_DESCRIPTIONS[503]),
        ...(status === 403 && mayBeKnown && getAccessFailures(route)),
      };
      const hasOther = own ?? (Object.keys(everywhere).length > 0 ? {} : STATUS_DESCRIPTIONS[status]);
      return [status, { ...everywhere, ...hasOther }];
    }),
  );
}

/** Returns the error responses of an operation. */
export function createFailureReplies(route: Route, documentation: OperationDescription | undefined) {
  return Object.fromEntries(
    [...describeFailures(route, documentation)].map(([status, codes]) => {
      const isShared = status in SHARED && documentation?.errors?.[status] === undefined;
      const reply = isShared
        ? { $ref: `#/components/responses/${SHARED[status]}` }
        : createFailureReply(status, codes);
      return [`${status}`, reply];
    }),
  );
}

/** Returns the shared schemas and error responses that operations reference. */
export function createFailureComponents() {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, name] of Object.entries(SHARED))
    responses[name] = createFailureReply(
      Number(status),
      Number(status) === 403
        ? { ...ACCOUNT_FAILURES, ...SCOPE_FAILURES, ...SESSION_FAILURES }
        : (STATUS_DESCRIPTIONS[Number(status)] ?? {}),
    );
  return { schemas: { Problem }, responses };
}
