import type pg from "pg";
import { consume, createLimiter, giveBack } from "../../../platform/rate-limit/rate-limiter.ts";

/** How often an account may have files checked. Operators' bounds; see `DEFAULT_UPLOAD_RATES`. */
export interface UploadRates {
  uploadsPerHour: number;
  inspectionsPerHour: number;
}

/**
 * An account publishes 30 agents or versions per hour: more is a program that has lost its way. An inspection takes a
 * tenth of a second, and the form asks for one with every file that is chosen. A refused upload counts as an inspection;
 * its trial run takes longer, but an account has only one at a time.
 */
export const DEFAULT_UPLOAD_RATES: UploadRates = { uploadsPerHour: 30, inspectionsPerHour: 240 };

const HOUR_SECONDS = 3600;

/** Limits per account, over all nodes. */
export interface UploadLimits {
  /**
   * Uploads within the limit. An upload that is refused counts as an inspection only: developers try until their file
   * passes.
   * @throws AppError 429 with Retry-After and RateLimit headers, and what `upload` throws.
   */
  upload<T>(accountId: string, upload: () => Promise<T>): Promise<T>;
  /** @throws AppError 429 with Retry-After and RateLimit headers. */
  inspection(accountId: string): Promise<void>;
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
      /** Both are taken before the work, since its end says which of them it was. */
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
    inspection: (accountId) => consume(inspections, accountId, inspectionsText),
  };
}
