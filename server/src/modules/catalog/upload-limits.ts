import type pg from "pg";
import { consume, createLimiter } from "../../platform/rate-limit/rate-limiter.ts";

/** How often an account may have files checked. Operators' bounds; see `DEFAULT_UPLOAD_RATES`. */
export interface UploadRates {
  uploadsPerHour: number;
  inspectionsPerHour: number;
}

/**
 * An upload takes a sandbox for up to a minute: 30 an hour keep one account below half a core. An inspection takes
 * a tenth of a second, and the form asks for one with every file that is chosen.
 */
export const DEFAULT_UPLOAD_RATES: UploadRates = { uploadsPerHour: 30, inspectionsPerHour: 240 };

const HOUR_SECONDS = 3600;

/** Limits per account, over all nodes. Each call uses one up. */
export interface UploadLimits {
  /** @throws AppError 429 with Retry-After and RateLimit headers. */
  upload(accountId: string): Promise<void>;
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
  return {
    upload: (accountId) => consume(uploads, accountId, "Too many uploads. Please try again later."),
    inspection: (accountId) =>
      consume(inspections, accountId, "Too many files to check. Please try again later."),
  };
}
