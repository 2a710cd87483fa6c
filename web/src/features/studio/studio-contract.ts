/** The schemas and routes that the studio alone needs: they load with it and not with every page. */
export { analyticsRoutes } from "@stoa/contract/analytics";
export { UpdateAgentRequest } from "@stoa/contract/catalog";
export { ReviewReplyRequest, reviewRoutes } from "@stoa/contract/reviews";
export { templateRoutes } from "@stoa/contract/templates";
export { versionRoutes } from "@stoa/contract/versions";
