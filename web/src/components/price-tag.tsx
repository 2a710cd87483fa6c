import { cx } from "../lib/class-names.ts";
import { formatPricePerMillion } from "../lib/format.ts";

interface PriceTagProps {
  /** USD per token; 0 shows "Free". */
  readonly pricePerToken: number;
  readonly size?: "md" | "lg";
}

/** Shows a price in USD per 1M tokens, or "Free". */
export function PriceTag({ pricePerToken, size = "md" }: PriceTagProps) {
  return (
    <span
      className={cx(
        "tag mono inline-flex items-center whitespace-nowrap bg-ink text-bg",
        size === "lg" ? "h-8 pr-3 text-14" : "h-7 pr-2 text-12",
      )}
    >
      <span aria-hidden="true" className="mr-1.5 ml-2.5 size-1 rounded-full bg-bg" />
      {pricePerToken === 0 ? (
        <span className="font-medium">Free</span>
      ) : (
        <>
          <span className="font-medium">{formatPricePerMillion(pricePerToken)}</span>
          <span className="ml-1 opacity-70">
            / 1M tok<span className="sr-only">ens</span>
          </span>
        </>
      )}
    </span>
  );
}
