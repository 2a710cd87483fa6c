import { Corpus, sortByScore } from "./rank.ts";
import { type Sentence, splitSentences } from "./sentences.ts";
import { extractTerms, isStopWord, splitIntoWords } from "./text-terms.ts";

/** A sentence whose similarity to a chosen sentence is above this value counts as a repetition. */
const TOO_SIMILAR = 1.2;

/**
 * Returns the most informative sentences of the source, in their original order. Sentences that repeat others are used
 * only if there are too few.
 */
export function pickCentralSentences(source: string, count: number): Sentence[] {
  return findCentralSentences(new Corpus(splitSentences(source)), count);
}

/** Returns the most informative sentences of a text that is already prepared for ranking (see pickCentralSentences). */
export function findCentralSentences(corpus: Corpus, count: number): Sentence[] {
  const chosen: Sentence[] = [];
  const repeated: Sentence[] = [];
  for (const { sentence } of sortByScore(corpus.scoreCentrality())) {
    if (chosen.length >= count) break;
    const repeats = chosen.some(
      (other) => other.text === sentence.text || corpus.computeSimilarity(other, sentence) > TOO_SIMILAR,
    );
    if (repeats) repeated.push(sentence);
    else chosen.push(sentence);
  }
  const texts = new Set(chosen.map(({ text }) => text));
  const filled = repeated.filter(({ text }) => !texts.has(text)).slice(0, count - chosen.length);
  return [...chosen, ...filled].sort((a, b) => a.index - b.index);
}

/** Returns a summary of at most this many words: whole sentences if they fit, or else the beginning of the best one. */
export function summarizeToLength(source: string, wordCount: number): string {
  const ranked = sortByScore(new Corpus(splitSentences(source)).scoreCentrality()).map(
    ({ sentence }) => sentence,
  );
  const chosen: Sentence[] = [];
  let used = 0;
  for (const sentence of ranked) {
    const length = sentence.text.split(/\s+/).length;
    if (used + length > wordCount) continue;
    chosen.push(sentence);
    used += length;
  }
  if (chosen.length > 0) {
    return chosen
      .sort((a, b) => a.index - b.index)
      .map(({ text }) => text)
      .join(" ");
  }
  return takeFirstWords(ranked[0]?.text ?? "", wordCount);
}

/** Returns the first words of `text`, followed by an ellipsis if it was cut. */
export function takeFirstWords(text: string, count: number): string {
  const wordCount = text.split(/\s+/);
  return wordCount.length <= count
    ? text
    : `${wordCount
        .slice(0, count)
        .join(" ")
        .replace(/[,;:.]$/, "")}…`;
}

/** Returns the keywords of the source in lower case, each in the word form that appears first. */
export function findKeywords(source: string, count: number): string[] {
  const corpus = new Corpus(splitSentences(source));
  const written = new Map<string, string>();
  for (const word of splitIntoWords(source)) {
    const [term] = extractTerms(word);
    if (term !== undefined && !isStopWord(word) && !written.has(term)) {
      written.set(term, word.replace(/['’]s$/, ""));
    }
  }
  return corpus
    .findFrequentTerms()
    .map((term) => written.get(term) ?? term)
    .filter((word) => word.length > 2 && !/^\d+$/.test(word))
    .slice(0, count);
}
