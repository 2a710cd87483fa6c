import { CornerDownRight } from "lucide-react";

/** Marks a run that another run started. */
export function CalledByAnotherRun() {
  return (
    <span className="inline-flex items-center whitespace-nowrap gap-1 text-12 text-ink-3">
      <CornerDownRight aria-hidden="true" size={12} className="shrink-0" />
      Called by another run
    </span>
  );
}
