import type { Database, Tx } from "../../platform/db/database.ts";
import { closeReports, type ReportedReview, readReported, setHidden } from "./moderation-store.ts";

/** A row of the audit log (reading 25). */
interface AuditEntry {
  actor: string;
  action: string;
  subject: string;
  details: Record<string, string>;
}

interface ModerationOptions {
  db: Database;
  /** Handed in by the accounts module; within the transaction of what it records. */
  audit: (tx: Tx, entry: AuditEntry) => Promise<void>;
}

/** What an operator decides about reviews: each decision closes the reports so far and stands in the audit log. */
export class ReviewModeration {
  readonly #db: Database;
  readonly #audit: ModerationOptions["audit"];

  constructor({ db, audit }: ModerationOptions) {
    this.#db = db;
    this.#audit = audit;
  }

  /** Those that wait for a decision, the most reported first. */
  reported(limit: number): Promise<ReportedReview[]> {
    return readReported(this.#db, limit);
  }

  /** Takes a review down: from then on its author alone sees it, and it counts no more. @returns whether it was shown. */
  hide(reviewId: string, actor: string, reason: string): Promise<boolean> {
    return this.#decide("review.hide", reviewId, actor, async (tx) =>
      (await setHidden(tx, reviewId, true)) ? { reason, ...(await closed(tx, reviewId)) } : undefined,
    );
  }

  /** Shows again what was taken down. @returns whether it was hidden. */
  show(reviewId: string, actor: string): Promise<boolean> {
    return this.#decide("review.show", reviewId, actor, async (tx) =>
      (await setHidden(tx, reviewId, false)) ? {} : undefined,
    );
  }

  /** Leaves a reported review as it is. @returns whether there were open reports. */
  keep(reviewId: string, actor: string): Promise<boolean> {
    return this.#decide("review.keep", reviewId, actor, async (tx) => {
      const reports = await closed(tx, reviewId);
      return reports.reports === "0" ? undefined : reports;
    });
  }

  /** Records a decision with its details; none where there was nothing to decide. */
  #decide(
    action: string,
    reviewId: string,
    actor: string,
    decide: (tx: Tx) => Promise<AuditEntry["details"] | undefined>,
  ): Promise<boolean> {
    return this.#db.transaction().execute(async (tx) => {
      const details = await decide(tx);
      if (details) await this.#audit(tx, { actor, action, subject: reviewId, details });
      return details !== undefined;
    });
  }
}

async function closed(tx: Tx, reviewId: string): Promise<{ reports: string }> {
  return { reports: String(await closeReports(tx, reviewId)) };
}
