import type { Sentence } from "./sentences.ts";
import { extractTerms } from "./text-terms.ts";

/** A sentence and its score. */
export interface Ranked {
  sentence: Sentence;
  score: number;
}

/** The usual BM25 constants. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.6;
/** A word in the heading counts half as much as a word in the sentence. */
const HEADING_WEIGHT = 0.5;

/**
 * The maximum number of sentences that are compared with each other: 240 x 240 comparisons take about 10 ms.
 */
const MAX_COMPARED = 240;
/** The usual TextRank damping factor. After 20 rounds the values are stable to the third digit. */
const DAMPING = 0.85;
const ROUNDS = 20;

/** Term counts of one sentence. */
type Terms = ReadonlyMap<string, number>;

/** A text prepared for ranking. */
export class Corpus {
  readonly sentences: readonly Sentence[];
  private readonly terms: readonly Terms[];
  private readonly documentFrequency: ReadonlyMap<string, number>;
  private readonly averageLength: number;
  private central: Ranked[] | undefined;

  constructor(sentences: readonly Sentence[]) {
    this.sentences = sentences;
    this.terms = sentences.map(weighTerms);
    const frequency = new Map<string, number>();
    for (const terms of this.terms) {
      for (const term of terms.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
    }
    this.documentFrequency = frequency;
    this.averageLength = Math.max(
      1,
      sum(this.terms.map((terms) => terms.size)) / Math.max(1, sentences.length),
    );
  }

  /** Returns the rarity of a term in this text. A term that does not occur gets the highest value. */
  getRarity(term: string): number {
    const frequency = this.documentFrequency.get(term) ?? 0;
    return Math.log(1 + (this.sentences.length - frequency + 0.5) / (frequency + 0.5));
  }

  /** Returns the BM25 score of each sentence for a question, in source order. */
  match(question: string): Ranked[] {
    const questionTerms = [...new Set(extractTerms(question))];
    return this.sentences.map((sentence, at) => {
      const terms = this.terms[at] ?? new Map<string, number>();
      const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * terms.size) / this.averageLength);
      const score = sum(
        questionTerms.map((term) => {
          const count = terms.get(term) ?? 0;
          return count === 0 ? 0 : (this.getRarity(term) * count * (SATURATION + 1)) / (count + norm);
        }),
      );
      return { sentence, score };
    });
  }

  /** Returns the share of a question's terms that a sentence contains, weighted by rarity: 0 to 1. */
  scoreCoverage(question: string, sentence: Sentence): number {
    const questionTerms = [...new Set(extractTerms(question))];
    const terms = this.terms[sentence.index] ?? new Map<string, number>();
    const matchingRarity = sum(
      questionTerms.filter((term) => terms.has(term)).map((term) => this.getRarity(term)),
    );
    return matchingRarity / Math.max(Number.EPSILON, sum(questionTerms.map((term) => this.getRarity(term))));
  }

  /**
   * Returns the centrality of each sentence in the text (TextRank). Long texts are first reduced to the sentences with
   * the most common terms.
   */
  scoreCentrality(): Ranked[] {
    this.central ??= this.rankCentrality();
    return this.central;
  }

  private rankCentrality(): Ranked[] {
    const compared = this.findMostTypical(MAX_COMPARED);
    const weights = compared.map((left) => compared.map((right) => this.computeSimilarity(left, right)));
    const outgoing = weights.map((row) => sum(row));
    let scores = compared.map(() => 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      scores = compared.map((_, to) => {
        const receivedScores = scores.map((score, from) => {
          const out = outgoing[from] ?? 0;
          return out === 0 ? 0 : (score * (weights[from]?.[to] ?? 0)) / out;
        });
        return 1 - DAMPING + DAMPING * sum(receivedScores);
      });
    }
    return compared.map((sentence, at) => ({
      sentence,
      score: (scores[at] ?? 0) * computeLeadBonus(sentence),
    }));
  }

  /**
   * Returns the overlap of two different sentences relative to their lengths. It is 0 if they share no term or if one
   * of them has fewer than two terms.
   */
  computeSimilarity(left: Sentence, right: Sentence): number {
    if (left.index === right.index) return 0;
    const [ours, theirs] = [this.terms[left.index], this.terms[right.index]];
    if (ours === undefined || theirs === undefined || ours.size < 2 || theirs.size < 2) return 0;
    let shared = 0;
    for (const term of ours.keys()) if (theirs.has(term)) shared += 1;
    return shared / (Math.log(ours.size) + Math.log(theirs.size) + 1);
  }

  /**
   * Returns the terms sorted by the number of sentences that contain them, highest first. Ties keep the order of
   * appearance.
   */
  findFrequentTerms(): string[] {
    return [...this.documentFrequency].sort(([, x], [, y]) => y - x).map(([term]) => term);
  }

  private findMostTypical(count: number): Sentence[] {
    const prose = this.sentences.filter((sentence) => !sentence.isHeading);
    if (prose.length <= count) return prose;
    const scoreTypical = (sentence: Sentence): number => {
      const terms = [...(this.terms[sentence.index]?.keys() ?? [])];
      const common = terms.map((term) => Math.log(1 + (this.documentFrequency.get(term) ?? 0)));
      return sum(common) / (this.averageLength + terms.length);
    };
    return prose
      .map((sentence) => ({ sentence, score: scoreTypical(sentence) }))
      .sort((a, b) => b.score - a.score || a.sentence.index - b.sentence.index)
      .slice(0, count)
      .map(({ sentence }) => sentence)
      .sort((a, b) => a.index - b.index);
  }
}

/** Returns the factor that favors sentences near the beginning, which usually say what the text is about. */
function computeLeadBonus(sentence: Sentence): number {
  return 1 + 0.3 / (1 + sentence.index);
}

function weighTerms(sentence: Sentence): Terms {
  const weights = new Map<string, number>();
  for (const term of extractTerms(sentence.text)) weights.set(term, (weights.get(term) ?? 0) + 1);
  for (const term of extractTerms(sentence.heading)) {
    weights.set(term, (weights.get(term) ?? 0) + HEADING_WEIGHT);
  }
  return weights;
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Sorts sentences by score, highest first. Ties keep the order of appearance. */
export function sortByScore(ranked: readonly Ranked[]): Ranked[] {
  return [...ranked].sort((a, b) => b.score - a.score || a.sentence.index - b.sentence.index);
}
