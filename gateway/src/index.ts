export { TrialTools } from "./basic/trial-tools.ts";
export type { CallEstimate, ModelCall, RefusalCode, Reservation, RunBudget } from "./budget.ts";
export type { CallContent } from "./call-content.ts";
export { createGateway, type GatewayOptions } from "./create-gateway.ts";
export { type FetchImage, ImageRefused } from "./fetched-images.ts";
export type {
  Gateway,
  GatewaySession,
  ModelListing,
  ModelMatch,
  OpenTunnel,
  RunRoute,
  Tunnel,
} from "./gateway.ts";
export type { GatewayLog } from "./log.ts";
export { isProviderTrouble } from "./provider-trouble.ts";
export { readGatewayConfig } from "./settings/environment-settings.ts";
export { type GatewayConfig, GatewayConfigError } from "./settings/gateway-config.ts";
export { ModelSettings } from "./settings/model-settings.ts";
export { buildModelsFileSchema as modelsFileSchema } from "./settings/models-file-schema.ts";
export { countText, countTexts } from "./text-tokens.ts";
export {
  SEARCH_METHOD,
  SEARCH_PATH,
  SEARCH_SERVICES,
  type SearchService,
} from "./web-search/search-service.ts";
export { FairQueue } from "./work/fair-queue.ts";
export { buildProgramFromSources as programFromSources } from "./work/program-from-sources.ts";
export { TooMuchWork, WorkFailed } from "./work/work-errors.ts";
export { WorkPool } from "./work/work-pool.ts";
