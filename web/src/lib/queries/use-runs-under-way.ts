import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../call.ts";
import { loadContract } from "../load-contract.ts";

/** While runs go on they are asked for this often. */
const POLL_MS = 2000;

/** One's runs that have not ended, of one agent or of all. When one of them ends, what is shown of usage is read anew. */
export function useRunsUnderWay(agentId?: number) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["runs-under-way", agentId ?? null],
    queryFn: async ({ signal }) => {
      const { runRoutes } = await loadContract();
      return call(runRoutes.underWay, { query: { agent_id: agentId }, signal });
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.total > 0 ? POLL_MS : false),
  });
  const known = query.data?.runs.map(({ run_id }) => run_id).join(" ") ?? "";
  useEffect(() => {
    if (known === "") return;
    return () => void client.invalidateQueries({ queryKey: ["usage"] });
  }, [known, client]);
  return query;
}
