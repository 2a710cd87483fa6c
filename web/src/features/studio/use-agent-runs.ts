import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** As many as a glance takes in. */
const SHOWN = 5;

/** An agent's last runs, of everybody, for its developer. */
export function useAgentRuns(agentId: number) {
  return useQuery({
    queryKey: ["usage", "agent", agentId],
    queryFn: ({ signal }) =>
      call("runs.agentUsage", { params: { id: agentId }, query: { limit: SHOWN }, signal }),
  });
}
