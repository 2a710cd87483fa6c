import type { PriceAdvice } from "@stoa/contract/catalog";
import { Button } from "../../components/button.tsx";
import { formatPricePerMillion } from "../../lib/format.ts";
import { isBelowCost, previewEarnings } from "./price-preview.ts";

interface PriceNotesProps {
  readonly typed: unknown;
  readonly advice: PriceAdvice;
  /** Whether the developer pays the costs that the price does not cover. */
  readonly isSponsored: boolean;
  readonly onSuggested: (price: number) => void;
}

/** Shows the earnings at the typed price, and a button for the price that covers the models. */
export function PriceNotes({ typed, advice, isSponsored, onSuggested }: PriceNotesProps) {
  const earnings = previewEarnings(typed, advice);
  const isBelow = isBelowCost(typed, advice);
  const { lowest_price_per_token: lowest, suggested_price_per_token: suggested } = advice;
  return (
    <div role="status" className="grid justify-items-start gap-2 text-14 text-ink-2">
      {earnings !== undefined && <p>{earnings}</p>}
      {isBelow && (
        <p className={isSponsored ? "" : "text-danger"}>
          The models of this agent cost up to {formatPricePerMillion(lowest)} per 1M tokens.{" "}
          {isSponsored
            ? "You pay the difference, up to your max subsidy per run."
            : "Raise the price or subsidize the difference. Otherwise its model calls are refused."}
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
