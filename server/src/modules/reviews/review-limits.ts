import { REVIEW_TEXTS } from "@stoa/contract";
import type pg from "pg";
import { consume, createLimiter } from "../../platform/rate-limit/rate-limiter.ts";

/** Reviews and replies that a person writes in an hour: a developer who answers all that came in a week. */
const TEXTS_PER_HOUR = 60;
/** Reports of a person in a day: somebody who finds more has found a campaign, and tells the operator in other ways. */
const REPORTS_PER_DAY = 20;

/** Limits per person, over all nodes. Each call uses one up. @throws AppError 429. */
export interface ReviewLimits {
  text(userId: string): Promise<void>;
  report(userId: string): Promise<void>;
}

export function createReviewLimits(pool: pg.Pool): ReviewLimits {
  const texts = createLimiter(pool, {
    name: "review-text",
    points: TEXTS_PER_HOUR,
    durationSeconds: 3600,
  });
  const reports = createLimiter(pool, {
    name: "review-report",
    points: REPORTS_PER_DAY,
    durationSeconds: 86_400,
  });
  return {
    text: (userId) => consume(texts, userId, REVIEW_TEXTS.tooManyTexts),
    report: (userId) => consume(reports, userId, REVIEW_TEXTS.tooManyReports),
  };
}
