import type pg from "pg";
import { consume, createLimiter, giveBack } from "../../../platform/rate-limit/rate-limiter.ts";

/** How often an account may have files checked. Operators set these limits; see `DEFAULT_UPLOAD_RATES`. */
export interface UploadRates {
  uploadsPerHour: number;
  inspectionsPerHour: number;
}

/**
 * An account may publish 30 agents or versions per hour; more is probably a program out of control. An inspection
 * takes a tenth of a second, and the form requests one for every file that is chosen. A refused upload counts as an
 * inspection; its trial run takes longer, but an account has only one at a time.
 */
export const DEFAULT_UPLOAD_RATES: UploadRates = { uploadsPerHour: 30, inspectionsPerHour: 240 };

const HOUR_SECONDS = 3600;

/** Limits per account, across all nodes. */
export interface UploadLimits {
  /**
   * Runs an upload within the limit. A refused upload counts only as an inspection, because developers retry until
   * their file passes.
   * @throws AppError 429 with Retry-After and RateLimit headers, and every error of `upload`.
   */
  upload<T>(accountId: string, upload: () => Promise<T>): Promise<T>;
  /** @throws AppError 429 with Retry-After and RateLimit headers. */
  countInspection(accountId: string): Promise<void>;
}

export function createUploadLimits(pool: pg.Pool, rates: UploadRates): UploadLimits {
  const uploads = createLimiter(pool, {
    name: "upload",
    points: rates.uploadsPerHour,
    durationSeconds: HOUR_SECONDS,
  });
  const inspections = createLimiter(pool, {
    name: "inspect",
    points: rates.inspectionsPerHour,
    durationSeconds: HOUR_SECONDS,
  });
  const uploadsText = `You can upload ${rates.uploadsPerHour} files per hour.`;
  const inspectionsText = `You can have ${rates.inspectionsPerHour} files checked per hour.`;
  return {
    async upload(accountId, upload) {
      /** Counts the upload against both limits before the work, because only the result shows which limit applies. */
      await consume(inspections, accountId, inspectionsText);
      await consume(uploads, accountId, uploadsText);
      let wasUploaded = false;
      try {
        const uploaded = await upload();
        wasUploaded = true;
        return uploaded;
      } finally {
        await giveBack(wasUploaded ? inspections : uploads, accountId);
      }
    },
    countInspection: (accountId) => consume(inspections, accountId, inspectionsText),
  };
}
