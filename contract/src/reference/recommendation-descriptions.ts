import { LIMITS } from "../limits.ts";
import { recommendationRoutes } from "../recommendations.ts";
import { describe } from "./operation-descriptions.ts";

export const recommendationDescriptions = describe(recommendationRoutes, {
  recommend: {
    description: `Finds agents by a description of what you need (at most ${LIMITS.recommendationQueryMaxLength} characters), by keywords and by meaning, combined with quality. Each result has a reason and the parts of its score. Recommendations are free of charge. \`notice\` is set if the search by meaning was not available.`,
  },
});
