import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { loadContract } from "../../lib/load-contract.ts";

/** As many as a glance takes in. */
const SHOWN = 5;

/** An agent's last runs, of everybody, for its developer. */
export function useAgentRuns(agentId: number) {
  return useQuery({
    queryKey: ["usage", "agent", agentId],
    queryFn: async ({ signal }) => {
      const { runRoutes } = await loadContract();
      return call(runRoutes.agentUsage, { params: { id: agentId }, query: { limit: SHOWN }, signal });
    },
  });
}
