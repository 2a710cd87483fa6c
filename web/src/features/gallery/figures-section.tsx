import { Button } from "../../components/button.tsx";
import { PlanCards } from "../../components/plan-cards.tsx";
import { Receipt } from "../../components/receipt.tsx";
import { CalledRuns } from "../../components/run-receipt.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { Figure, Stat } from "../../components/stat.tsx";
import { GallerySection } from "./gallery-section.tsx";
import { CALLED_RUN } from "./samples.ts";

/** Shows figures, receipts and plans. */
export function FiguresSection() {
  return (
    <GallerySection title="Figures">
      <div className="hairgrid w-full sm:grid-cols-3">
        <Figure label="Total Executions" value="1,482" note="All time" />
        <Figure label="Total Cost" value="$0.77" note="All time" />
        <dl className="p-4">
          <Stat label="Median">1.5s</Stat>
        </dl>
      </div>
      <span className="text-langchain">
        <Sparkline values={[3, 5, 2, 8, 6, 1, 0, 9]} label="Example bars" />
      </span>
      <div className="w-80 max-w-full">
        <Receipt
          rows={[
            { label: "Status", value: "Success" },
            { label: "Tokens", value: "315" },
          ]}
          total={{ label: "Total", value: "$0.001323" }}
          note="A note about the run."
        />
      </div>
      <div className="w-80 max-w-full">
        <Receipt
          rows={[{ label: "This run", value: "$0.001323" }]}
          parts={<CalledRuns runs={[CALLED_RUN]} />}
          total={{ label: "Total", value: "$0.001735" }}
        />
      </div>
      <div className="w-full">
        <PlanCards current="creator" renderAction={({ name }) => <Button variant="outline">{name}</Button>} />
      </div>
    </GallerySection>
  );
}
