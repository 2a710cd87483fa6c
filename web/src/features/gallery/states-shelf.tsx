import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { nothing, Shelf } from "./shelf.tsx";

/** What a screen shows while there is nothing, or nothing yet. */
export function StatesShelf() {
  return (
    <Shelf title="States">
      <div className="hairgrid w-full md:grid-cols-3">
        <EmptyState title="No usage logs yet" hint="Start using agents" action={<Button>Browse</Button>} />
        <ErrorState title="Failed to load agents" detail="Please try again." onRetry={nothing} />
        <div className="grid content-start gap-3 p-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-24 w-full" />
        </div>
      </div>
      <Panel>What a panel holds.</Panel>
    </Shelf>
  );
}
