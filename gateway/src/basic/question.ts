import { type EntityKind, extract } from "./extract.ts";
import { isQuestion } from "./intent.ts";
import { Corpus, type Ranked, sortByScore } from "./rank.ts";
import { type Sentence, splitSentences } from "./sentences.ts";

/**
 * The share of the question's words, weighted by rarity, that the best sentence must contain to count as an answer.
 */
const MIN_COVERAGE = 0.3;
/** Sentences with at least this share of the best score are also part of the answer. */
const ALMOST_AS_GOOD = 0.72;
const MAX_SENTENCES = 3;
/** The factor for the score of a sentence that contains the kind of entity that the question asks for. */
const KIND_BONUS = 1.5;

const ASKED_KINDS: [RegExp, EntityKind[]][] = [
  [/\bwhen\b|\bwhat (?:date|day|year)\b|\bhow long\b|\bdeadline\b/i, ["date", "number"]],
  [/\bhow much\b|\b(?:cost|price|fee|revenue)s?\b/i, ["amount", "percentage"]],
  [/\bhow many\b/i, ["number"]],
  [/\bwho(?:m|se)?\b/i, ["name"]],
  [/\be-?mail\b/i, ["email"]],
  [/\b(?:tele)?phone\b|\bcall\b/i, ["phone"]],
  [/\b(?:url|link|website)\b/i, ["url"]],
];

function preferAnswers(question: string, ranked: Ranked[]): Ranked[] {
  const kinds = ASKED_KINDS.filter(([pattern]) => pattern.test(question)).flatMap(([, kind]) => kind);
  if (kinds.length === 0) return ranked;
  return ranked.map(({ sentence, score }) => {
    const fits = score > 0 && kinds.some((kind) => extract(kind, sentence.text).length > 0);
    return { sentence, score: fits ? score * KIND_BONUS : score };
  });
}

/** Returns the sentences that follow a matching question or heading. */
function findWrittenAnswer(question: Sentence, sentences: readonly Sentence[]): Sentence[] {
  const following: Sentence[] = [];
  for (const next of sentences.slice(question.index + 1)) {
    const isNextTopic = next.isHeading || isQuestion(next.text) || next.paragraph > question.paragraph + 1;
    if (isNextTopic || (following.length > 0 && next.paragraph > question.paragraph)) break;
    following.push(next);
    if (following.length === MAX_SENTENCES) break;
  }
  return following;
}

/**
 * Returns the sentences that answer a question, in the order of the text, or an empty list if none do. If the text
 * contains the question or a matching heading, the answer is the text that follows.
 */
export function answerFrom(source: string, question: string): string[] {
  const corpus = new Corpus(splitSentences(source));
  const ranked = sortByScore(preferAnswers(question, corpus.match(question)));
  const [best] = ranked;
  if (best === undefined || best.score === 0) return [];
  if (corpus.scoreCoverage(question, best.sentence) < MIN_COVERAGE) return [];
  if (best.sentence.isHeading || best.sentence.text.trim().endsWith("?")) {
    const answer = findWrittenAnswer(best.sentence, corpus.sentences);
    if (answer.length > 0) return answer.map(({ text }) => stripAnswerLabel(text));
  }
  return ranked
    .slice(0, MAX_SENTENCES)
    .filter(
      ({ sentence, score }) => score >= best.score * ALMOST_AS_GOOD && !sentence.text.trim().endsWith("?"),
    )
    .map(({ sentence }) => sentence)
    .sort((a, b) => a.index - b.index)
    .map(({ text }) => stripAnswerLabel(text));
}

function stripAnswerLabel(text: string): string {
  return text.replace(/^(?:a|answer)\s*:\s*/i, "");
}
