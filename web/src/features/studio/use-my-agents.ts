import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** The developer's own agents. */
export function useMyAgents() {
  return useQuery({
    queryKey: ["agents", "mine"],
    queryFn: ({ signal }) => call("catalog.mine", { signal }),
  });
}
