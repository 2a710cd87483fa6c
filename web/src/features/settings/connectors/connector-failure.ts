import { getServerDetail, HttpError } from "../../../lib/http-error.ts";

/** Returns the server's text about a failed change, or the given text if the server sent none. */
export function describeFailure(error: unknown, text: string): string {
  return getServerDetail(error) ?? text;
}

/** The form's names for fields that have a different name on the server. */
const FORM_NAMES: Readonly<Record<string, string>> = { service_name: "service", usage_quota: "quota" };

/** Returns the server's errors by field of a new connector's form. */
export function getFieldFailures(error: unknown, required: readonly string[]): Record<string, string> {
  const found = error instanceof HttpError ? (error.problem?.errors ?? []) : [];
  const named = found.map(({ field, message }) => [FORM_NAMES[field] ?? field, message] as const);
  const fields = new Set([...Object.values(FORM_NAMES), ...required]);
  return Object.fromEntries(named.filter(([field]) => fields.has(field)));
}
