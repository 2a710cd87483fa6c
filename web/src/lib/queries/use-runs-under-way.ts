import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../call.ts";

/** While runs go on they are asked for this often. */
const POLL_MS = 2000;

/** One's runs that have not ended, of one agent or of all. When one of them ends, money and history are read anew. */
export function useRunsUnderWay(agentId?: number) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["runs-under-way", agentId ?? null],
    queryFn: ({ signal }) => call("runs.underWay", { query: { agent_id: agentId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.total > 0 ? POLL_MS : false),
  });
  const before = useRef<readonly string[]>([]);
  const runs = query.data?.runs;
  useEffect(() => {
    if (!runs) return;
    const now = runs.map(({ run_id }) => run_id);
    const hasEnded = before.current.some((id) => !now.includes(id));
    before.current = now;
    if (!hasEnded) return;
    void client.invalidateQueries({ queryKey: ["billing"] });
    void client.invalidateQueries({ queryKey: ["usage"] });
  }, [runs, client]);
  return query;
}
