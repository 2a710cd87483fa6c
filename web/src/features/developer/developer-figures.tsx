import type { Developer } from "@stoa/contract/developers";
import { Figure } from "../../components/stat.tsx";
import { formatCount, formatPercent, formatPlural, formatUses, NOT_MEASURED } from "../../lib/format.ts";

/** Shows the figures of a developer's listed agents together. A value that was never measured is a dash. */
export function DeveloperFigures({ developer }: { readonly developer: Developer }) {
  const {
    agents,
    total_executions: runs,
    success_rate: success,
    average_rating: rating,
    reviews,
  } = developer;
  return (
    <div className="hairgrid grid-cols-2 md:grid-cols-4">
      <Figure label="Listed agents" value={formatCount(agents)} />
      <Figure label="Runs" value={runs === 0 ? NOT_MEASURED : formatUses(runs)} note="All time" />
      <Figure
        label="Success"
        value={success === null ? NOT_MEASURED : formatPercent(success / 100)}
        note="Of ended runs"
      />
      <Figure
        label="Rating"
        value={rating === null ? NOT_MEASURED : rating.toFixed(1)}
        note={reviews === 0 ? "No reviews yet" : formatPlural(reviews, "review")}
      />
    </div>
  );
}
