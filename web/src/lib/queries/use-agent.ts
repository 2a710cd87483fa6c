import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";

/** One agent by id. */
export function agentQuery(id: number) {
  return queryOptions({
    queryKey: ["agents", "one", id],
    queryFn: ({ signal }) => call("catalog.get", { params: { id }, signal }),
  });
}

/** One agent by id. */
export function useAgent(id: number) {
  return useQuery(agentQuery(id));
}
