export type { CallEstimate, ModelCall, RefusalCode, Reservation, RunBudget } from "./budget.ts";
export type { CallContent } from "./call-content.ts";
export { createGateway, type Door, type GatewayOptions } from "./create-gateway.ts";
export type { Gateway, GatewaySession, ModelListing } from "./gateway.ts";
export type { GatewayLog } from "./log.ts";
export { readGatewayConfig } from "./settings/environment-settings.ts";
export { type GatewayConfig, GatewayConfigError } from "./settings/gateway-config.ts";
export { modelsFileSchema } from "./settings/models-file-schema.ts";
export { countText } from "./text-tokens.ts";
