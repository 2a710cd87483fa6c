export { ReviewModeration } from "./moderation.ts";
export type { ReportedReview } from "./moderation-store.ts";
export { personalData } from "./personal-data.ts";
export { createReviewLimits } from "./review-limits.ts";
export { type ReviewedAgents, Reviews } from "./reviews.ts";
export { mountReviewRoutes } from "./routes.ts";
