import { REVIEW_TEXTS } from "@stoa/contract";
import type pg from "pg";
import { consume, createLimiter } from "../../platform/rate-limit/rate-limiter.ts";

/** Reviews and replies per person and hour. It is enough for a developer to answer all reviews of a week. */
const TEXTS_PER_HOUR = 60;
/** Reports per person and day. A person who finds more has found a campaign and should contact the operator. */
const REPORTS_PER_DAY = 20;

/** Limits per person, across all nodes. Each call counts. @throws AppError 429. */
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
