import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";

/** The caller's usage, all time. */
export function useUsageStats() {
  return useQuery({
    queryKey: ["usage", "stats"],
    queryFn: ({ signal }) => call("runs.usageStats", { signal }),
  });
}
