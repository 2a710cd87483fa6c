export type { ConnectorSource, OpenConnector } from "./connector-source.ts";
export { createAllowance } from "./grants/allowance.ts";
export { type ConnectorDoorOptions, createConnectorDoor } from "./proxy/connector-door.ts";
export type { ConnectorCall, ProxiedRun, ProxiedRuns } from "./proxy/proxied-run.ts";
export { sealedConnectors } from "./reseal.ts";
export { mountConnectorRoutes } from "./routes.ts";
export { Connectors } from "./service.ts";
export type { ServiceDefinition } from "./service-definition.ts";
export { SERVICE_NAMES } from "./supported-services.ts";
