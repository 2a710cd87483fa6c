export { Analytics } from "./analytics.ts";
export { mountAnalyticsRoutes } from "./routes.ts";
