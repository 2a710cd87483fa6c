import { ANY_API } from "@stoa/contract/api-host";
import type { AddConnectorRequest, SupportedService } from "@stoa/contract/connectors";
import { TEXTS } from "@stoa/contract/texts";
import { getShownField, nameProblem } from "./any-api-form.ts";
import { QUOTA_PROBLEM, readQuota } from "./quota.ts";
import type { TypedConnector } from "./typed-connector.ts";

/** The errors by field name. */
export type FieldProblems = Readonly<Record<string, string>>;

/** The fields that can contain a service's credential. The first field that is filled in is sent as `api_key`. */
const CREDENTIALS = ["api_key", "bot_token", "access_token"];

/** Abbreviations in field names, with their spelling. */
const ABBREVIATIONS = new Set(["api", "id", "sid", "url"]);

/** Returns the label of a field: `api_key` becomes "API key". */
export function getFieldLabel(name: string): string {
  const words = name.split("_").map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word));
  const label = words.join(" ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Returns whether a field is masked. */
export function isSecret(name: string): boolean {
  return /key|token/i.test(name);
}

/** Returns the errors of a new connector, keyed by field. */
export function findConnectorProblems(
  typed: TypedConnector,
  services: readonly SupportedService[],
): FieldProblems {
  const problems: Record<string, string> = {};
  const service = services.find(({ name }) => name === typed.service);
  if (typed.service === "") problems.service = TEXTS.connectors.chooseService;
  else if (service === undefined) problems.service = TEXTS.connectors.invalidService;
  for (const field of service?.required_fields ?? [])
    if ((typed.values[field] ?? "").trim() === "")
      problems[field] = TEXTS.connectors.fieldRequired(field, service?.display_name ?? typed.service);
  const nameless = typed.service === ANY_API ? nameProblem(typed.values) : undefined;
  if (nameless !== undefined) problems.name = nameless;
  if (readQuota(typed.quota) === undefined) problems.quota = QUOTA_PROBLEM;
  return problems;
}

/**
 * Returns the values that the form asks for. For "Any API", values that were entered for another sign-in method are
 * left out.
 */
function getRequestedValues({ service, values }: TypedConnector): Readonly<Record<string, string>> {
  if (service !== ANY_API) return values;
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => getShownField(name, values) !== undefined),
  );
}

/** Returns the request for a new connector: the credential, and all other fields as the service's configuration. */
export function createConnectorRequest(typed: TypedConnector): AddConnectorRequest {
  const entered = Object.entries(getRequestedValues(typed)).map(
    ([name, value]) => [name, value.trim()] as const,
  );
  const filled = new Map(entered.filter(([, value]) => value !== ""));
  const credential = CREDENTIALS.find((name) => filled.has(name));
  return {
    service_name: typed.service,
    ...(credential === undefined ? {} : { api_key: filled.get(credential) }),
    service_config: Object.fromEntries([...filled].filter(([name]) => name !== credential)),
    usage_quota: readQuota(typed.quota) ?? null,
  };
}
