import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { useSignedIn } from "../../lib/session.ts";
import { type Need, pricePerTokenOf } from "./need.ts";

/** Agents for a need: asked for once and kept while the screen is open, because going back must not ask again. */
export function useRecommendations({ query, category, maxPrice }: Need) {
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: ["recommendations", { query, category, maxPrice }],
    enabled: signedIn,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const body = { query, category, max_price: maxPrice && pricePerTokenOf(maxPrice) };
      return call("recommendations.recommend", { body, signal });
    },
  });
}
