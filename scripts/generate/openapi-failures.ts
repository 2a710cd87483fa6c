import { Problem, type Route, rateClassOf } from "@stoa/contract";
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
import { headerRefs } from "./openapi-headers.ts";

/** Responses that are the same for nearly every operation are defined once, under these names. */
const SHARED: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "NotAllowed",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
};
/** Status codes with a Retry-After header. */
const WITH_RETRY_AFTER = new Set([429, 503]);

function failureReply(status: number, codes: FailureDescriptions): ZodOpenApiResponseObject {
  const words = Object.entries(codes).map(([code, text]) => `\`${code}\`: ${text}`);
  return {
    description: words.join("\n\n"),
    headers: headerRefs([
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

/** Errors of admission: a suspended account, or an API key without permission. */
function notAllowed({ auth, scope }: Route): FailureDescriptions {
  if (auth === "optional") return ACCOUNT_FAILURES;
  return { ...ACCOUNT_FAILURES, ...(scope ? SCOPE_FAILURES : SESSION_FAILURES) };
}

/** Returns the error codes of each failure status, based on the route's declaration and documentation. */
export function failuresOf(
  route: Route,
  words: OperationDescription | undefined,
): Map<number, FailureDescriptions> {
  const readsBody = route.method !== "GET";
  const isForm = route.encoding === "multipart";
  const bodyFailures = isForm ? { ...JSON_FAILURES, ...FORM_FAILURES } : JSON_FAILURES;
  const needsCredential = route.auth === "session" || route.auth === "key";
  /** Also applies to routes with optional credentials, which refuse a suspended caller. */
  const mayBeKnown = route.auth !== "public";
  const statuses = new Set([
    400,
    ...(needsCredential ? [401] : []),
    ...(mayBeKnown ? [403] : []),
    ...(route.params ? [404] : []),
    ...(readsBody ? Object.keys(bodyFailures).map(Number) : []),
    ...(rateClassOf(route) ? [429] : []),
    ...(route.fails ?? []),
    ...Object.keys(words?.errors ?? {}).map(Number),
    500,
    // Any operation may find the database unavailable.
    503,
  ]);
  const sorted = [...statuses].sort((a, b) => a - b);
  return new Map(
    sorted.map((status) => {
      const own = words?.errors?.[status] ?? (isForm ? FORM_FAILURES[status] : undefined);
      // Parsing and admission produce these before the operation runs.
      const everywhere = {
        ...(status === 400 && { ...STATUS_DESCRIPTIONS[400], ...(readsBody && JSON_FAILURES[400]) }),
        ...(status === 503 && STATUS_DESCRIPTIONS[503]),
        ...(status === 403 && mayBeKnown && notAllowed(route)),
      };
      const hasOther = own ?? (Object.keys(everywhere).length > 0 ? {} : STATUS_DESCRIPTIONS[status]);
      return [status, { ...everywhere, ...hasOther }];
    }),
  );
}

/** Returns the error responses of an operation. */
export function failureReplies(route: Route, words: OperationDescription | undefined) {
  return Object.fromEntries(
    [...failuresOf(route, words)].map(([status, codes]) => {
      const isShared = status in SHARED && words?.errors?.[status] === undefined;
      const reply = isShared
        ? { $ref: `#/components/responses/${SHARED[status]}` }
        : failureReply(status, codes);
      return [`${status}`, reply];
    }),
  );
}

/** Components that operations reference. */
export function failureComponents() {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, name] of Object.entries(SHARED))
    responses[name] = failureReply(
      Number(status),
      Number(status) === 403
        ? { ...ACCOUNT_FAILURES, ...SCOPE_FAILURES, ...SESSION_FAILURES }
        : (STATUS_DESCRIPTIONS[Number(status)] ?? {}),
    );
  return { schemas: { Problem }, responses };
}
