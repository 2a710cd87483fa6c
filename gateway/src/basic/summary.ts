import { bestFirst, Corpus } from "./rank.ts";
import { type Sentence, splitSentences } from "./sentences.ts";
import { isStopWord, termsOf, wordsOf } from "./words.ts";

/** A sentence that shares more than this with a chosen one repeats it. */
const TOO_SIMILAR = 1.2;

/** Returns the most informative sentences of a text, in its own order, without repetition. */
export function centralSentences(source: string, count: number): Sentence[] {
  return centralOf(new Corpus(splitSentences(source)), count);
}

/** Does the same for a text that is already prepared. */
export function centralOf(corpus: Corpus, count: number): Sentence[] {
  const chosen: Sentence[] = [];
  const repeated: Sentence[] = [];
  for (const { sentence } of bestFirst(corpus.centrality())) {
    if (chosen.length >= count) break;
    const repeats = chosen.some(
      (other) => other.text === sentence.text || corpus.similarity(other, sentence) > TOO_SIMILAR,
    );
    if (repeats) repeated.push(sentence);
    else chosen.push(sentence);
  }
  const texts = new Set(chosen.map(({ text }) => text));
  const filled = repeated.filter(({ text }) => !texts.has(text)).slice(0, count - chosen.length);
  return [...chosen, ...filled].sort((a, b) => a.index - b.index);
}

/** Returns a summary of at most this many words: whole sentences if they fit, or else the beginning of the best one. */
export function summaryInWords(source: string, words: number): string {
  const ranked = bestFirst(new Corpus(splitSentences(source)).centrality()).map(({ sentence }) => sentence);
  const chosen: Sentence[] = [];
  let used = 0;
  for (const sentence of ranked) {
    const length = sentence.text.split(/\s+/).length;
    if (used + length > words) continue;
    chosen.push(sentence);
    used += length;
  }
  if (chosen.length > 0) {
    return chosen
      .sort((a, b) => a.index - b.index)
      .map(({ text }) => text)
      .join(" ");
  }
  return firstWords(ranked[0]?.text ?? "", words);
}

/** Returns the first words of a text, with a mark if something was cut. */
export function firstWords(text: string, count: number): string {
  const words = text.split(/\s+/);
  return words.length <= count
    ? text
    : `${words
        .slice(0, count)
        .join(" ")
        .replace(/[,;:.]$/, "")}…`;
}

/** Returns the keywords of a text, as first written there. */
export function keywordsOf(source: string, count: number): string[] {
  const corpus = new Corpus(splitSentences(source));
  const written = new Map<string, string>();
  for (const word of wordsOf(source)) {
    const [term] = termsOf(word);
    if (term !== undefined && !isStopWord(word) && !written.has(term)) {
      written.set(term, word.replace(/['’]s$/, ""));
    }
  }
  return corpus
    .frequentTerms()
    .map((term) => written.get(term) ?? term)
    .filter((word) => word.length > 2 && !/^\d+$/.test(word))
    .slice(0, count);
}
