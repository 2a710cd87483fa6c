/** Words past this many in one text say nothing new about it, and each costs space in the search index. */
const MAX_WORDS = 2_000;
/** Nobody types more; each word costs index look-ups. */
const MAX_QUERY_WORDS = 10;
/** Longer runs of letters are data, not words. */
const MAX_WORD_LENGTH = 64;

/**
 * The words of a text: runs of letters and digits, lower case, compatibility forms folded. Texts and searches go
 * through this alone, so that no operator, quote or wildcard ever reaches the query language.
 */
export function wordsOf(text: string, most = MAX_WORDS): string[] {
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

/** Turns a name into the slug that addresses and filters use: "Café Bot 2" -> "cafe-bot-2". Never empty. */
export function toSlug(name: string): string {
  const words = wordsOf(name.normalize("NFKD").replace(/\p{M}/gu, ""));
  return words.join("-") || "agent";
}

/**
 * The words of a search.
 * @returns `undefined` where nothing was typed; an empty list where only signs were, which no agent matches.
 */
export function searchWordsOf(search: string | undefined): string[] | undefined {
  return search === undefined || search.trim() === "" ? undefined : wordsOf(search, MAX_QUERY_WORDS);
}

/** The texts of an agent that are searched, each as words between single spaces. */
export interface SearchTexts {
  name: string;
  labels: string;
  details: string;
  developer: string;
  /** For the list of known words. */
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

export function searchTextsOf(agent: SearchableAgent): SearchTexts {
  const name = wordsOf(agent.name);
  const labels = wordsOf([...agent.tags, agent.category, agent.description].join("\n"));
  const details = wordsOf([...agent.features, ...agent.useCases, agent.documentation].join("\n"));
  return {
    name: name.join(" "),
    labels: labels.join(" "),
    details: details.join(" "),
    developer: wordsOf(agent.developer).join(" "),
    vocabulary: [...new Set([...name, ...labels])],
  };
}
