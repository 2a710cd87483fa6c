/**
 * The number of words of an agent's text that search can find. Further words hardly help anyone find an
 * agent, and each takes space in the search index.
 */
const MAX_WORDS = 2_000;
/** The maximum number of words in a search. Nobody types more, and each word costs index lookups. */
const MAX_QUERY_WORDS = 10;
/** Longer sequences of letters are data, not words. */
const MAX_WORD_LENGTH = 64;

/**
 * Splits text into words: sequences of letters and digits, in lower case, with compatibility
 * forms folded. All text and all searches pass through here, so that no operator, quote or wildcard
 * reaches the query language.
 */
export function splitWords(text: string, most = MAX_WORDS): string[] {
  const words: string[] = [];
  for (const [word] of text
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (words.length === most) break;
    if (word.length <= MAX_WORD_LENGTH) words.push(word);
  }
  return words;
}

/** Turns a name into the slug that URLs and filters use: "Café Bot 2" -> "cafe-bot-2". Never empty. */
export function toSlug(name: string): string {
  const words = splitWords(name.normalize("NFKD").replace(/\p{M}/gu, ""));
  return words.join("-") || "agent";
}

/**
 * Splits a search into words.
 * @returns `undefined` for an empty search; an empty list for punctuation only, which matches no agent.
 */
export function splitSearch(search: string | undefined): string[] | undefined {
  return search === undefined || search.trim() === "" ? undefined : splitWords(search, MAX_QUERY_WORDS);
}

/** The searchable fields of an agent, each as words separated by single spaces. */
export interface SearchTexts {
  name: string;
  labels: string;
  details: string;
  developer: string;
  /** The words to which typing errors in searches are corrected. */
  vocabulary: string[];
}

export interface SearchableAgent {
  name: string;
  category: string;
  description: string;
  documentation: string;
  tags: readonly string[];
  features: readonly string[];
  useCases: readonly string[];
  developer: string;
}

export function toSearchTexts(agent: SearchableAgent): SearchTexts {
  const name = splitWords(agent.name);
  const labels = splitWords([...agent.tags, agent.category, agent.description].join("\n"));
  const details = splitWords([...agent.features, ...agent.useCases, agent.documentation].join("\n"));
  return {
    name: name.join(" "),
    labels: labels.join(" "),
    details: details.join(" "),
    developer: splitWords(agent.developer).join(" "),
    vocabulary: [...new Set([...name, ...labels])],
  };
}
