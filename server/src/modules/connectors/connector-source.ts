import type { ConnectorSecrets, ServiceDefinition } from "./service-definition.ts";

/** A person's connector, opened. Its secrets never leave the server but to the service itself. */
export interface OpenConnector {
  id: string;
  service: ServiceDefinition;
  isActive: boolean;
  secrets: ConnectorSecrets;
}

/** One's connectors as the proxy and the grants need them. */
export interface ConnectorSource {
  serviceNamed(name: string): ServiceDefinition | undefined;
  open(userId: string, serviceName: string): Promise<OpenConnector | undefined>;
  /** Counts one call against this month's quota (UTC), in one statement, so that parallel calls cannot pass it. */
  countUse(connectorId: string): Promise<"counted" | "quota_reached" | "inactive" | "gone">;
}
