import { recommendationRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import type { Recommendations } from "./recommendation-service.ts";

export function mountRecommendationRoutes(mount: Mount, recommendations: Recommendations): void {
  mount.signedIn(recommendationRoutes.recommend, ({ body, caller }) =>
    recommendations.recommend(body, caller.accountId),
  );
}
