import type pg from "pg";
import type { Database } from "../../platform/db/database.ts";
import type { Notify } from "../../platform/events/notify.ts";
import { defineModule } from "../../platform/module.ts";
import { createReviewLimits } from "./review-limits.ts";
import { type ReviewedAgents, Reviews } from "./reviews.ts";
import { mountReviewRoutes } from "./routes.ts";

export { ReviewModeration } from "./moderation.ts";
export type { ReportedReview } from "./moderation-store.ts";
export { personalData } from "./personal-data.ts";

export interface ReviewsDeps {
  db: Database;
  pool: pg.Pool;
  /** Notifies developers. The notifications module provides it. */
  notify: Notify;
  /** The facts about agents and their runs. The catalog and runs modules provide them. */
  agents: ReviewedAgents;
}

/** Creates the module for reviews and ratings of agents, and for replies by their developers. */
export function createReviews({ db, pool, notify, agents }: ReviewsDeps) {
  const reviews = new Reviews({ db, notify, agents, limits: createReviewLimits(pool) });
  return defineModule({ api: {}, routes: (mount) => mountReviewRoutes(mount, reviews) });
}
