import * as z from "zod";
import { AgentSummary, Category, choiceFilter } from "./catalog.ts";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { TEXTS } from "./texts.ts";

/** Clients send this for an empty field. */
const notChosen = (value: unknown) => (value === "" || value === "all" || value === null ? undefined : value);

export const RecommendationQuery = z
  .strictObject({
    query: z
      .string({ error: TEXTS.recommendations.queryRequired })
      .trim()
      .min(1, TEXTS.recommendations.queryRequired)
      .max(
        LIMITS.recommendationQueryMaxLength,
        `Describe it in at most ${LIMITS.recommendationQueryMaxLength} characters`,
      ),
    category: z.preprocess((value) => value ?? undefined, choiceFilter(Category)),
    max_price: z
      .preprocess(
        notChosen,
        z
          .number({ error: "The highest price must be a number" })
          .min(0, "The highest price must be 0 or more")
          .max(LIMITS.priceMaxUsdPerToken, `The highest price is at most ${LIMITS.priceMaxUsdPerToken} USD`)
          .optional(),
      )
      .meta({ description: "USD per token, as `price_per_token`" }),
    limit: z
      .int()
      .min(1)
      .max(LIMITS.recommendationsMax)
      .default(LIMITS.recommendationsDefault)
      .meta({ description: "How many agents at most" }),
  })
  .meta({ id: "RecommendationQuery" });
export type RecommendationQuery = z.infer<typeof RecommendationQuery>;

const Share = z.number().min(0).max(1);

/** The parts of a score, each from 0 to 1. */
export const ScoreParts = z
  .object({
    words: Share.meta({
      description: "How much of the query's words the agent's texts hold; rare words count more",
    }),
    name: Share.meta({ description: "How alike its name is to words of the query, typing errors and all" }),
    meaning: Share.nullable().meta({
      description: "How near its description is in meaning; null where that was not compared",
    }),
    quality: Share.nullable().meta({
      description:
        "Success rate, rating, speed and, with a highest price, price; null for an agent that nobody but its owner has run",
    }),
  })
  .meta({ id: "ScoreParts" });
export type ScoreParts = z.infer<typeof ScoreParts>;

export const Recommendation = z
  .object({
    agent: AgentSummary,
    score: Share,
    score_parts: ScoreParts,
    reason: z.string().meta({ description: "Why this agent, in words" }),
  })
  .meta({ id: "Recommendation" });
export type Recommendation = z.infer<typeof Recommendation>;

export const RecommendationReply = z
  .object({
    recommendations: z
      .array(Recommendation)
      .meta({ description: "The best first, near-duplicates set back" }),
    by_meaning: z.boolean().meta({ description: "Whether meanings were compared, or words alone" }),
    notice: z.string().nullable().meta({ description: "What the person should know of this answer" }),
  })
  .meta({ id: "RecommendationReply" });
export type RecommendationReply = z.infer<typeof RecommendationReply>;

export const recommendationRoutes = {
  recommend: defineRoute({
    method: "POST",
    path: "/recommendations/recommend",
    auth: "session",
    scope: "read",
    tag: "Recommendations",
    summary: "Recommend agents",
    body: RecommendationQuery,
    status: 200,
    reply: RecommendationReply,
    fails: [401],
  }),
} as const;
