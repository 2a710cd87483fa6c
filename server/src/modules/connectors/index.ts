export type { ConnectorSource, OpenConnector } from "./connector-source.ts";
export { mountConnectorRoutes } from "./routes.ts";
export { Connectors } from "./service.ts";
export type { ServiceDefinition } from "./service-definition.ts";
