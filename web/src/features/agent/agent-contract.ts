/** The schemas and routes that an agent's page alone needs: they load with what uses them. */
export { ReviewReportRequest, ReviewRequest, reviewRoutes } from "@stoa/contract/reviews";
export { scheduleRoutes } from "@stoa/contract/schedule-routes";
