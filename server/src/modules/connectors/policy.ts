import { type AddConnectorRequest, ANY_API, isApiHost, LIMITS, parseApiHost, TEXTS } from "@stoa/contract";
import { AppError, invalidField } from "../../platform/http/app-error.ts";
import type { ConnectorSecrets, ServiceDefinition } from "./service-definition.ts";
import { findService, findServiceByHost } from "./supported-services.ts";

/** The names of credential fields, in the order in which they are tried (docs/product-rules.md#connector-fields). */
const CREDENTIAL_FIELDS = ["api_key", "bot_token", "access_token"] as const;
type CredentialField = (typeof CREDENTIAL_FIELDS)[number];

/**
 * Characters other than printable ASCII. Some of them would end a header line or change its
 * meaning.
 */
const NOT_SENDABLE = /[^\x20-\x7e]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are refused.
const CONTROL = /[\u0000-\u001f\u007f]/;

export interface CheckedConnector {
  service: ServiceDefinition;
  credentialKind: CredentialField;
  secrets: ConnectorSecrets;
}

/** Returns the required field that contains a service's credential. */
export function getCredentialField(service: ServiceDefinition): CredentialField {
  const field = CREDENTIAL_FIELDS.find((name) => service.requiredFields.includes(name));
  if (!field) throw new Error(`${service.name} requires no credential`);
  return field;
}

/** Checks a new connector. @throws AppError 400 for the first rule that it violates. */
export function checkNewConnector(request: AddConnectorRequest): CheckedConnector {
  const service = findService(request.service_name);
  if (!service) throw invalidField("service_name", TEXTS.connectors.invalidService);
  const credentialKind = getCredentialField(service);
  const { credential, config } = separateSecrets(request, credentialKind);
  for (const field of service.requiredFields) {
    const value = field === credentialKind ? credential : (config[field] ?? "");
    if (value === "") throw invalidField(field, TEXTS.connectors.fieldRequired(field, service.displayName));
    refuseValue(service, field, value);
  }
  for (const field of service.optionalFields ?? []) {
    const value = config[field];
    if (value !== undefined) refuseValue(service, field, value);
  }
  const problem = service.checkTogether?.(config);
  if (problem) throw invalidField(problem.field, problem.message);
  return { service: getConnectedService(service, config), credentialKind, secrets: { credential, config } };
}

function refuseValue(service: ServiceDefinition, field: string, value: string): void {
  const problem = service.checks?.[field]?.(value);
  if (problem) throw invalidField(field, `${field} ${problem}`);
}

/**
 * Returns the service itself, or the API at the entered host for "Any API".
 * @throws AppError 400 if a supported service is at that host
 */
function getConnectedService(
  service: ServiceDefinition,
  config: ConnectorSecrets["config"],
): ServiceDefinition {
  const host = service.name === ANY_API ? parseApiHost(config.host ?? "") : service.name;
  if (host === undefined || !isApiHost(host)) return service;
  const own = findServiceByHost(host);
  if (own) throw invalidField("host", `host belongs to ${own.displayName}. Choose that service instead`);
  return findService(host) ?? service;
}

/** Returns the 409 for a second connector of the same service. */
export function createAlreadyConnectedError(service: ServiceDefinition): AppError {
  return new AppError(
    409,
    "conflict",
    `You already have a connector for ${service.displayName}. Edit it, or delete it first`,
  );
}

function separateSecrets(request: AddConnectorRequest, credentialKind: CredentialField): ConnectorSecrets {
  const entered = Object.entries(request.service_config);
  if (entered.length > LIMITS.listItemsMax)
    throw invalidField("service_config", `service_config must have at most ${LIMITS.listItemsMax} fields`);
  const config: Record<string, string> = {};
  for (const [field, value] of entered) {
    if (CONTROL.test(value)) throw invalidField(field, `${field} must be a single line`);
    if (field !== credentialKind && value.trim() !== "") config[field] = value.trim();
  }
  const credential = request.api_key ?? request.service_config[credentialKind] ?? "";
  if (NOT_SENDABLE.test(credential))
    throw invalidField(credentialKind, `${credentialKind} must be a single line of ASCII characters`);
  return { credential: credential.trim(), config };
}
