import {
  type Recommendation,
  type RecommendationQuery,
  type RecommendationReply,
  TEXTS,
} from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { findOpenSummaries, wordsOf } from "../catalog/index.ts";
import type { AgentIndex, IndexedAgent } from "./agent-index.ts";
import { type Fit, scoreOf } from "./blend.ts";
import { diversify } from "./diversify.ts";
import type { Embedder } from "./embedder/embedder.ts";
import { Nearness } from "./nearness.ts";
import { isOffTopic } from "./off-topic.ts";
import { hasMeasuredQuality, qualityOf } from "./quality.ts";
import { reasonFor } from "./reason.ts";
import type { WishMeaning } from "./wish-meaning.ts";
import { matchNames, matchWords, type Wish, type WordMatch } from "./word-match-store.ts";

/** A paragraph's telling words; each costs an index look-up. */
const WORDS_MAX = 24;
/** From these the answer is chosen, so that near-duplicates can make room for others. */
const CHOICES = 40;

const NO_WORDS = { words: [], mendedWords: [] };

interface Candidate {
  agent: IndexedAgent;
  fit: Fit;
  quality: number;
  score: number;
  match: Pick<WordMatch, "words" | "mendedWords">;
}

interface Meaning {
  embedder: Embedder;
  wishes: WishMeaning;
}

interface Options {
  db: Database;
  index: AgentIndex;
  /** Undefined where the operator wants no embedder. */
  meaning: Meaning | undefined;
}

/** Finds agents for what somebody describes in their own words. */
export class Recommendations {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async recommend(query: RecommendationQuery, accountId: string): Promise<RecommendationReply> {
    const { candidates, byMeaning } = await this.#candidates(query, accountId);
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
      notice: this.#notice(query.query, byMeaning, recommendations.length > 0),
    };
  }

  #notice(text: string, byMeaning: boolean, isFound: boolean): string | null {
    const { nothing, wordsAlone, otherLanguage } = TEXTS.recommendations;
    if (byMeaning) return isFound ? null : nothing;
    const embedder = this.#options.meaning?.embedder;
    return embedder && !embedder.understands(text) ? otherLanguage : wordsAlone;
  }

  /** Everything that fits, the best first. */
  async #candidates(query: RecommendationQuery, accountId: string) {
    const { db, index, meaning } = this.#options;
    const { category, max_price: maxPrice } = query;
    const words = [...new Set(wordsOf(query.query))].slice(0, WORDS_MAX);
    const wish: Wish = { words, accountId, category, maxPrice };
    const [agents, matches, names, direction] = await Promise.all([
      index.agents(),
      matchWords(db, wish),
      matchNames(db, wish),
      meaning?.wishes.of(query.query),
    ]);
    const wordShare = Math.max(0, ...matches.map(({ share }) => share));
    const background = meaning?.embedder.background;
    if (direction && background && isOffTopic({ direction, wordShare, accountId }, agents, background))
      return { candidates: [], byMeaning: true };
    const nearness = new Nearness(agents, wish, direction, meaning?.embedder.likeness);
    const byWords = new Map(matches.map((match) => [match.agentId, match]));
    const ids = new Set([...byWords.keys(), ...names.keys(), ...nearness.nearest()]);
    const candidates = [...ids].flatMap((agentId): Candidate[] => {
      const agent = agents.get(agentId);
      if (!agent) return [];
      const match = byWords.get(agentId);
      const fit: Fit = {
        words: match?.share ?? 0,
        name: Math.min(1, names.get(agentId) ?? 0),
        meaning: nearness.of(agent),
      };
      const quality = qualityOf(agent, maxPrice);
      const score = scoreOf(fit, quality);
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
          score: rounded(score),
          score_parts: {
            words: rounded(fit.words),
            name: rounded(fit.name),
            meaning: fit.meaning === null ? null : rounded(fit.meaning),
            quality: hasMeasuredQuality(listed) ? rounded(quality) : null,
          },
          reason: reasonFor(agent, { fit, match, maxPrice }),
        },
      ];
    });
  }
}

/** More digits than three say nothing. */
const rounded = (share: number): number => Math.round(share * 1000) / 1000;
