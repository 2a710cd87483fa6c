import { LIMITS } from "../limits.ts";
import { recommendationRoutes } from "../recommendations.ts";
import { describe } from "./operation-words.ts";

export const recommendationWords = describe(recommendationRoutes, {
  recommend: {
    description: `Finds agents for a wish in your own words (at most ${LIMITS.recommendationQueryMaxLength} characters), by words and by meaning, blended with quality. Each comes with a reason and the parts of its score. Costs nothing. \`notice\` says where meanings could not be compared.`,
  },
});
