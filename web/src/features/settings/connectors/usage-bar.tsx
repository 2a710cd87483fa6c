import { cx } from "../../../lib/class-names.ts";
import { quotaShare, quotaTone } from "./quota.ts";

const FILL = { ok: "bg-ok", warn: "bg-warn-fill", danger: "bg-danger" } as const;

/** How much of the month's quota is used. */
export function UsageBar({ used, quota }: { readonly used: number; readonly quota: number }) {
  const share = Math.min(quotaShare(used, quota), 1);
  return (
    <div>
      <p aria-hidden="true" className="label mb-1.5">
        Monthly Usage
      </p>
      <div
        role="progressbar"
        aria-label="Monthly Usage"
        aria-valuenow={Math.round(share * 100)}
        className="h-1.5 overflow-hidden rounded-2 bg-sunken"
      >
        <div
          className={cx("h-full", FILL[quotaTone(quotaShare(used, quota))])}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
