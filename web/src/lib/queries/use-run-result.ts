import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { isUnderWay } from "../run-state.ts";

/** A run that goes on is asked for this often. */
const POLL_MS = 2000;

/** One's run with its receipt; one that goes on is asked for until it has ended. */
export function useRunResult(runId: string) {
  return useQuery({
    queryKey: ["run", runId],
    queryFn: ({ signal }) => call("runs.get", { params: { id: runId }, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.status) ? POLL_MS : false),
  });
}
