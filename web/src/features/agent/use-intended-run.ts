import { useEffect, useEffectEvent } from "react";
import { takeIntendedRun } from "../../lib/intended-run.ts";

/** Starts the run that the user wanted before signing up. */
export function useIntendedRun(agentId: number, begin: () => void): void {
  const beginIfIntended = useEffectEvent((id: number) => {
    if (takeIntendedRun(id)) begin();
  });
  useEffect(() => beginIfIntended(agentId), [agentId]);
}
