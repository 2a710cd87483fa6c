import { HttpError, serverDetail } from "../../../lib/http-error.ts";

/** Returns the text of a failed change: the server's own, if it sent one. */
export function spokenFailure(error: unknown, text: string): string {
  return serverDetail(error) ?? text;
}

/** How the form calls what the server calls otherwise. */
const FORM_NAMES: Readonly<Record<string, string>> = { service_name: "service", usage_quota: "quota" };

/** What the server found wrong with single fields of the form of a new connector; nothing else. */
export function fieldFailures(error: unknown, required: readonly string[]): Record<string, string> {
  const found = error instanceof HttpError ? (error.problem?.errors ?? []) : [];
  const named = found.map(({ field, message }) => [FORM_NAMES[field] ?? field, message] as const);
  const fields = new Set([...Object.values(FORM_NAMES), ...required]);
  return Object.fromEntries(named.filter(([field]) => fields.has(field)));
}
