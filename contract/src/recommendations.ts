import * as z from "zod";
import { AgentSummary, Category, createChoiceFilter } from "./catalog.ts";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { TEXTS } from "./texts.ts";

/** Treats an empty string, "all" and null as no value, because clients send them for an empty field. */
const dropUnchosen = (value: unknown) =>
  value === "" || value === "all" || value === null ? undefined : value;

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
    category: z.preprocess((value) => value ?? undefined, createChoiceFilter(Category)),
    max_price: z
      .preprocess(
        dropUnchosen,
        z
          .number({ error: "Maximum price must be a number" })
          .min(0, "Maximum price must be 0 or more")
          .max(LIMITS.priceMaxUsdPerToken, `Maximum price must be at most ${LIMITS.priceMaxUsdPerToken} USD`)
          .optional(),
      )
      .meta({ description: "Maximum price in USD per token, compared to `price_per_token`" }),
    limit: z
      .int()
      .min(1)
      .max(LIMITS.recommendationsMax)
      .default(LIMITS.recommendationsDefault)
      .meta({ description: "Maximum number of agents" }),
  })
  .meta({ id: "RecommendationQuery" });
export type RecommendationQuery = z.infer<typeof RecommendationQuery>;

const Share = z.number().min(0).max(1);

/** The parts of a score, each from 0 to 1. */
export const ScoreParts = z
  .object({
    words: Share.meta({
      description: "Share of the query's words that the agent's listing contains; rare words count more",
    }),
    name: Share.meta({ description: "Similarity of its name to words of the query; tolerates typos" }),
    meaning: Share.nullable().meta({
      description:
        "Similarity of meaning between its description and the query; null if semantic search was not used",
    }),
    quality: Share.nullable().meta({
      description:
        "Quality from success rate, rating, speed and, if `max_price` is set, price; null for an agent that only its owner has run",
    }),
  })
  .meta({ id: "ScoreParts" });
export type ScoreParts = z.infer<typeof ScoreParts>;

export const Recommendation = z
  .object({
    agent: AgentSummary,
    score: Share,
    score_parts: ScoreParts,
    reason: z.string().meta({ description: "Why this agent is recommended" }),
  })
  .meta({ id: "Recommendation" });
export type Recommendation = z.infer<typeof Recommendation>;

export const RecommendationReply = z
  .object({
    recommendations: z
      .array(Recommendation)
      .meta({ description: "Best match first; near-duplicates are ranked lower" }),
    by_meaning: z
      .boolean()
      .meta({ description: "Whether semantic search was used; false if only words were compared" }),
    notice: z
      .string()
      .nullable()
      .meta({ description: "Note about this response for the user; null if there is none" }),
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
