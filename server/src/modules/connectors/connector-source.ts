import type { ConnectorSecrets, ServiceDefinition } from "./service-definition.ts";

/** A user's connector with its decrypted secrets, which are sent only to the service itself. */
export interface OpenConnector {
  id: string;
  service: ServiceDefinition;
  isActive: boolean;
  secrets: ConnectorSecrets;
}

/** The connectors of users, as the proxy and the grants need them. */
export interface ConnectorSource {
  findService(name: string): ServiceDefinition | undefined;
  open(userId: string, serviceName: string): Promise<OpenConnector | undefined>;
  /** Counts one call toward this month's quota (UTC), in one statement, so that parallel calls cannot exceed it. */
  countUse(connectorId: string): Promise<"counted" | "quota_reached" | "inactive" | "gone">;
}
