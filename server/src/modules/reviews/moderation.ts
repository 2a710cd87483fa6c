import { recordInAuditLog } from "../../platform/audit/audit-log.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { closeReports, type ReportedReview, readReported, setHidden } from "./moderation-store.ts";

/** The facts about a decision that the audit log records. */
interface Decision {
  reason?: string;
  before?: { shown: boolean };
  after?: { shown: boolean };
  details: Record<string, string>;
}

/**
 * Lets operators decide about reviews. Hiding or keeping a review closes its reports, and each decision is written to
 * the audit log.
 */
export class ReviewModeration {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the reviews that await a decision, the most reported first. */
  listReported(limit: number): Promise<ReportedReview[]> {
    return readReported(this.#db, limit);
  }

  /**
   * Hides a review, so that only its author sees it and it no longer counts toward the rating.
   * @returns whether it was visible before.
   */
  hide(reviewId: string, actor: string, reason: string): Promise<boolean> {
    return this.#decide("review.hide", reviewId, actor, async (tx) =>
      (await setHidden(tx, reviewId, true))
        ? {
            reason,
            before: { shown: true },
            after: { shown: false },
            details: await closeReportsOfReview(tx, reviewId),
          }
        : undefined,
    );
  }

  /** Shows a hidden review again. @returns whether it was hidden before. */
  show(reviewId: string, actor: string): Promise<boolean> {
    return this.#decide("review.show", reviewId, actor, async (tx) =>
      (await setHidden(tx, reviewId, false))
        ? { before: { shown: false }, after: { shown: true }, details: {} }
        : undefined,
    );
  }

  /** Closes the reports of a review without changing it. @returns whether there were open reports. */
  keep(reviewId: string, actor: string): Promise<boolean> {
    return this.#decide("review.keep", reviewId, actor, async (tx) => {
      const details = await closeReportsOfReview(tx, reviewId);
      return details.reports === "0" ? undefined : { details };
    });
  }

  /** Records a decision, unless there is nothing to decide. */
  #decide(
    action: string,
    reviewId: string,
    actor: string,
    decide: (tx: Tx) => Promise<Decision | undefined>,
  ): Promise<boolean> {
    return this.#db.transaction().execute(async (tx) => {
      const decision = await decide(tx);
      if (decision) await recordInAuditLog(tx, { actor, action, subject: reviewId, ...decision });
      return decision !== undefined;
    });
  }
}

async function closeReportsOfReview(tx: Tx, reviewId: string): Promise<{ reports: string }> {
  return { reports: String(await closeReports(tx, reviewId)) };
}
