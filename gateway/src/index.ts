export type { CallEstimate, ModelCall, RefusalCode, Reservation, RunBudget } from "./budget.ts";
export type { CallContent } from "./call-content.ts";
export { type GatewayConfig, GatewayConfigError, type ProviderConfig, readGatewayConfig } from "./config.ts";
export { createGateway, type Door, type GatewayOptions } from "./create-gateway.ts";
export type { Gateway, GatewaySession, ModelListing } from "./gateway.ts";
export type { GatewayLog } from "./log.ts";
export { countText } from "./text-tokens.ts";
