import type { RecommendationQuery } from "@stoa/contract/recommendations";
import { useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSignedIn } from "../lib/session.ts";

/**
 * Returns agents for a need. The result is cached while the screen is open, so that going back does not request it
 * again.
 */
export function useRecommendations(body: Omit<RecommendationQuery, "limit">) {
  return useQuery({
    queryKey: ["recommendations", body],
    enabled: useSignedIn(),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("recommendations.recommend", { body, signal }),
  });
}
