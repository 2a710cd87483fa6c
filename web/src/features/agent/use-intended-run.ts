import { useEffect, useEffectEvent } from "react";
import { takeIntendedRun } from "../../lib/intended-run.ts";

/** Begins the run that the person asked for before they signed up. */
export function useIntendedRun(agentId: number, begin: () => void): void {
  const beginIfIntended = useEffectEvent((id: number) => {
    if (takeIntendedRun(id)) begin();
  });
  useEffect(() => beginIfIntended(agentId), [agentId]);
}
