import { type AddConnectorRequest, ANY_API, apiHostIn, isApiHost, LIMITS, TEXTS } from "@stoa/contract";
import { AppError, invalidField } from "../../platform/http/app-error.ts";
import type { ConnectorSecrets, ServiceDefinition } from "./service-definition.ts";
import { serviceAtHost, serviceNamed } from "./supported-services.ts";

/** The names of credential fields, in the order in which they are tried (docs/product-rules.md#connector-fields). */
const CREDENTIAL_FIELDS = ["api_key", "bot_token", "access_token"] as const;
type CredentialField = (typeof CREDENTIAL_FIELDS)[number];

/** Characters that would end a header line or change its meaning. */
const NOT_SENDABLE = /[^\x20-\x7e]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
const CONTROL = /[\u0000-\u001f\u007f]/;

export interface CheckedConnector {
  service: ServiceDefinition;
  credentialKind: CredentialField;
  secrets: ConnectorSecrets;
}

/** Returns the required field that is a service's credential. */
export function credentialFieldOf(service: ServiceDefinition): CredentialField {
  const field = CREDENTIAL_FIELDS.find((name) => service.requiredFields.includes(name));
  if (!field) throw new Error(`${service.name} requires no credential`);
  return field;
}

/** Checks a new connector. @throws AppError 400 for the first rule that it violates. */
export function checkNewConnector(request: AddConnectorRequest): CheckedConnector {
  const service = serviceNamed(request.service_name);
  if (!service) throw invalidField("service_name", TEXTS.connectors.invalidService);
  const credentialKind = credentialFieldOf(service);
  const { credential, config } = separate(request, credentialKind);
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
  return { service: connectedService(service, config), credentialKind, secrets: { credential, config } };
}

function refuseValue(service: ServiceDefinition, field: string, value: string): void {
  const problem = service.checks?.[field]?.(value);
  if (problem) throw invalidField(field, `${field} ${problem}`);
}

/** For "Any API", returns the API at the entered host. @throws AppError 400 if that host has a service of its own */
function connectedService(service: ServiceDefinition, config: ConnectorSecrets["config"]): ServiceDefinition {
  const host = service.name === ANY_API ? apiHostIn(config.host ?? "") : service.name;
  if (host === undefined || !isApiHost(host)) return service;
  const own = serviceAtHost(host);
  if (own) throw invalidField("host", `host belongs to ${own.displayName}: choose that service instead`);
  return serviceNamed(host) ?? service;
}

/** Returns the 409 for a second connector of the same service. */
export function alreadyConnected(service: ServiceDefinition): AppError {
  return new AppError(409, "conflict", `You already have a connector for ${service.displayName}`);
}

function separate(request: AddConnectorRequest, credentialKind: CredentialField): ConnectorSecrets {
  const entered = Object.entries(request.service_config);
  if (entered.length > LIMITS.listItemsMax)
    throw invalidField("service_config", `At most ${LIMITS.listItemsMax} fields`);
  const config: Record<string, string> = {};
  for (const [field, value] of entered) {
    if (CONTROL.test(value)) throw invalidField(field, `${field} must be one line`);
    if (field !== credentialKind && value.trim() !== "") config[field] = value.trim();
  }
  const credential = request.api_key ?? request.service_config[credentialKind] ?? "";
  if (NOT_SENDABLE.test(credential))
    throw invalidField(
      credentialKind,
      `${credentialKind} must be one line of plain letters, digits and signs`,
    );
  return { credential: credential.trim(), config };
}
