import type { PriceAdvice } from "@stoa/contract/catalog";
import { Button } from "../../components/button.tsx";
import { formatPricePerMillion } from "../../lib/format.ts";
import { earningsPreview, isBelowCost } from "./price-preview.ts";

interface PriceNotesProps {
  readonly typed: unknown;
  readonly advice: PriceAdvice;
  /** Whether the developer pays what the price does not bring in. */
  readonly isSponsored: boolean;
  readonly onSuggested: (price: number) => void;
}

/** What a price brings in after model cost, and a way to the price that covers the models. */
export function PriceNotes({ typed, advice, isSponsored, onSuggested }: PriceNotesProps) {
  const earnings = earningsPreview(typed, advice);
  const isBelow = isBelowCost(typed, advice);
  const { lowest_price_per_token: lowest, suggested_price_per_token: suggested } = advice;
  return (
    <div role="status" className="grid justify-items-start gap-2 text-14 text-ink-2">
      {earnings !== undefined && <p>{earnings}</p>}
      {isBelow && (
        <p className={isSponsored ? "" : "text-danger"}>
          The models of this agent cost up to {formatPricePerMillion(lowest)} per 1M tokens.{" "}
          {isSponsored
            ? "You pay the difference, up to the amount that you sponsor."
            : "Raise the price or sponsor the difference, or its model calls are refused."}
        </p>
      )}
      {isBelow && (
        <Button size="sm" variant="outline" onClick={() => onSuggested(suggested)}>
          Use {formatPricePerMillion(suggested)} per 1M tokens
        </Button>
      )}
    </div>
  );
}
