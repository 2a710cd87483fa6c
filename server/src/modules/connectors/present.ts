import type { Connector, SupportedService } from "@stoa/contract";
import type { ServiceDefinition } from "./service-definition.ts";
import type { ConnectorRow } from "./store.ts";

/** Returns a connector as its owner sees it, without its credential. */
export function presentConnector(row: ConnectorRow): Connector {
  return {
    id: row.id,
    service_name: row.serviceName,
    is_active: row.isActive,
    usage_quota: row.usageQuota === null ? null : Number(row.usageQuota),
    current_usage: Number(row.currentUsage),
    created_at: row.createdAt.toISOString(),
  };
}

export function presentService(service: ServiceDefinition, byConsent: boolean): SupportedService {
  return {
    name: service.name,
    display_name: service.displayName,
    description: service.description,
    documentation_url: service.documentationUrl,
    required_fields: [...service.requiredFields],
    ...(byConsent && { by_consent: true }),
    ...(service.optionalFields && { optional_fields: [...service.optionalFields] }),
    ...(service.choices && { choices: copyChoices(service.choices) }),
  };
}

function copyChoices(choices: NonNullable<ServiceDefinition["choices"]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(choices).map(([field, values]) => [field, [...values]]));
}
