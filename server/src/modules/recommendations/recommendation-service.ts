import {
  type Recommendation,
  type RecommendationQuery,
  type RecommendationReply,
  TEXTS,
} from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { findOpenSummaries, splitWords } from "../catalog/index.ts";
import type { AgentIndex, IndexedAgent } from "./agent-index.ts";
import { computeScore, type Fit } from "./blend.ts";
import { diversify } from "./diversify.ts";
import type { Embedder } from "./embedder/embedder.ts";
import { Nearness } from "./nearness.ts";
import { isOffTopic } from "./off-topic.ts";
import { computeQuality, hasMeasuredQuality } from "./quality.ts";
import type { QueryMeaning } from "./query-meaning.ts";
import { createReason } from "./reason.ts";
import { type AgentSearch, matchNames, matchWords, type WordMatch } from "./word-match-store.ts";

/**
 * The number of words of a query that are looked up: enough for the significant words of a paragraph. Each costs an
 * index lookup.
 */
const WORDS_MAX = 24;
/** The number of agents from which the result is chosen, so that near-duplicates can make room for others. */
const CHOICES = 40;

const NO_WORDS = { words: [], correctedWords: [] };

interface Candidate {
  agent: IndexedAgent;
  fit: Fit;
  quality: number;
  score: number;
  match: Pick<WordMatch, "words" | "correctedWords">;
}

interface Meaning {
  embedder: Embedder;
  queries: QueryMeaning;
}

interface Options {
  db: Database;
  index: AgentIndex;
  /** Compares queries with agents by meaning; undefined if the operator wants no embedder. */
  meaning: Meaning | undefined;
}

/** Recommends agents for a description in the user's own words. */
export class Recommendations {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async recommend(query: RecommendationQuery, accountId: string): Promise<RecommendationReply> {
    const { candidates, byMeaning } = await this.#findCandidates(query, accountId);
    const choices = diversify(
      candidates.slice(0, CHOICES).map((candidate) => ({
        ...candidate,
        developer: candidate.agent.ownerAccountId,
        direction: candidate.agent.direction,
      })),
      query.limit,
    );
    const recommendations = await this.#present(choices, query, accountId);
    return {
      recommendations,
      by_meaning: byMeaning,
      notice: this.#createNotice(query.query, byMeaning, recommendations.length > 0),
    };
  }

  #createNotice(text: string, byMeaning: boolean, isFound: boolean): string | null {
    const { nothing, wordsAlone, otherLanguage } = TEXTS.recommendations;
    if (byMeaning) return isFound ? null : nothing;
    const embedder = this.#options.meaning?.embedder;
    return embedder && !embedder.canEmbed(text) ? otherLanguage : wordsAlone;
  }

  /** Finds every match, the best first. */
  async #findCandidates(query: RecommendationQuery, accountId: string) {
    const { db, index, meaning } = this.#options;
    const { category, max_price: maxPrice } = query;
    const words = [...new Set(splitWords(query.query))].slice(0, WORDS_MAX);
    const search: AgentSearch = { words, accountId, category, maxPrice };
    const [agents, matches, names, direction] = await Promise.all([
      index.readAgents(),
      matchWords(db, search),
      matchNames(db, search),
      meaning?.queries.embed(query.query),
    ]);
    const wordShare = Math.max(0, ...matches.map(({ share }) => share));
    const examples = meaning?.embedder.examples;
    if (direction && examples && isOffTopic({ direction, wordShare, accountId }, agents, examples))
      return { candidates: [], byMeaning: true };
    const nearness = new Nearness(agents, search, direction, meaning?.embedder.likeness);
    const byWords = new Map(matches.map((match) => [match.agentId, match]));
    const ids = new Set([...byWords.keys(), ...names.keys(), ...nearness.findNearest()]);
    const candidates = [...ids].flatMap((agentId): Candidate[] => {
      const agent = agents.get(agentId);
      if (!agent) return [];
      const match = byWords.get(agentId);
      const fit: Fit = {
        words: match?.share ?? 0,
        name: Math.min(1, names.get(agentId) ?? 0),
        meaning: nearness.compute(agent),
      };
      const quality = computeQuality(agent, maxPrice);
      const score = computeScore(fit, quality);
      return score === undefined ? [] : [{ agent, fit, quality, score, match: match ?? NO_WORDS }];
    });
    candidates.sort((one, other) => other.score - one.score || one.agent.agentId - other.agent.agentId);
    return { candidates, byMeaning: nearness.isKnown };
  }

  async #present(
    chosen: readonly Candidate[],
    { max_price: maxPrice }: RecommendationQuery,
    accountId: string,
  ): Promise<Recommendation[]> {
    const summaries = await findOpenSummaries(
      this.#options.db,
      chosen.map(({ agent }) => agent.agentId),
      accountId,
    );
    return chosen.flatMap(({ agent: listed, fit, quality, score, match }) => {
      const agent = summaries.get(listed.agentId);
      if (!agent) return [];
      return [
        {
          agent,
          score: round(score),
          score_parts: {
            words: round(fit.words),
            name: round(fit.name),
            meaning: fit.meaning === null ? null : round(fit.meaning),
            quality: hasMeasuredQuality(listed) ? round(quality) : null,
          },
          reason: createReason(agent, { fit, match, maxPrice }),
        },
      ];
    });
  }
}

/** Rounds to three digits. Scores are not more precise than that. */
const round = (share: number): number => Math.round(share * 1000) / 1000;
