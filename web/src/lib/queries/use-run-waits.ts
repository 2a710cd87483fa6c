import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";

/** A wait ends when somebody elsewhere has answered it: that is seen this soon. */
const POLL_MS = 3000;

/** What one's run waits for. `told` changes with each node that begins or ends to wait. */
export function useRunWaits(runId: string, told: string) {
  return useQuery({
    queryKey: ["run-waits", runId, told],
    queryFn: async ({ signal }) => {
      return (await call("runWaits.list", { params: { id: runId }, signal })).waits;
    },
    refetchInterval: POLL_MS,
  });
}
