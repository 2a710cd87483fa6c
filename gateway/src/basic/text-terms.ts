/** Words that do not show what text is about. */
const STOP_WORDS = new Set(
  (
    "a about above after again all also am an and any are as at be because been before being below between both but " +
    "by can could did do does doing down during each few for from further had has have having he her here hers him " +
    "his how i if in into is it its itself just let me more most my no nor not of off on once only or other our ours " +
    "out over own please same she should so some such than that the their theirs them then there these they this " +
    "those through to too under until up us very was we were what when where which while who whom why will with " +
    "would you your yours tell give know many much"
  ).split(" "),
);

function toSingular(word: string): string {
  if (/(?:ies|ied)$/.test(word)) return word.replace(/(?:ies|ied)$/, "y");
  if (/(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Removes the endings of English word forms, well enough to match the forms with each other. */
function toStem(word: string): string {
  if (word.length <= 3) return word;
  return toSingular(word.replace(/['’]s$/, ""))
    .replace(/(?<=\w{3})(?:ing|ed|ly|ment|er)$/, "")
    .replace(/([bdfgmnprt])\1$/, "$1")
    .replace(/(?<=\w{3})e$/, "");
}

/** Returns all words of `text` in lower case. */
export function splitIntoWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Returns the stems of the meaningful words, in order. */
export function extractTerms(text: string): string[] {
  return splitIntoWords(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(toStem);
}

/** Returns whether a word is a stop word, which does not show what text is about. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase());
}
