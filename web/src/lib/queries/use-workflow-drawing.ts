import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";

/** A version of one's agent as its file lays it out: it never changes. */
export function useWorkflowDrawing(agentId: number, version: number) {
  return useQuery({
    queryKey: ["workflow-drawing", agentId, version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("versions.workflow", { params: { id: agentId, number: version }, signal }),
  });
}
