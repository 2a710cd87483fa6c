import { REVIEW_TEXTS } from "@stoa/contract";
import type pg from "pg";
import { consume, createLimiter } from "../../platform/rate-limit/rate-limiter.ts";

/**
 * The number of reviews and replies that a person may write per hour. It is enough for a developer to answer all
 * reviews of a week.
 */
const TEXTS_PER_HOUR = 60;
/**
 * The number of reports that a person may make per day. Someone who finds more has found a campaign and should contact
 * the operator.
 */
const REPORTS_PER_DAY = 20;

/**
 * Limits how many reviews, replies and reports a person may write, across all nodes. Each call counts one text or
 * report.
 * @throws AppError 429 if the limit is reached.
 */
export interface ReviewLimits {
  countText(userId: string): Promise<void>;
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
    countText: (userId) => consume(texts, userId, REVIEW_TEXTS.tooManyTexts),
    report: (userId) => consume(reports, userId, REVIEW_TEXTS.tooManyReports),
  };
}
