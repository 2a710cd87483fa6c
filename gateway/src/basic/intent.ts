import type { EntityKind } from "./extract.ts";

/** The task of an instruction, as far as an extractive responder can do it. */
export type Intent =
  | { kind: "greeting" }
  | { kind: "identity" }
  | { kind: "summary"; unit: "sentences" | "bullets" | "words"; count: number }
  | { kind: "extract"; entities: EntityKind[] }
  | { kind: "keywords"; count: number }
  | { kind: "title" }
  | { kind: "count"; unit: "words" | "sentences" | "characters" }
  | { kind: "classify"; labels: string[] }
  | { kind: "beyond"; what: string }
  | { kind: "question" };

const SPELLED = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const COUNT = `(\\d{1,4}|${SPELLED.join("|")}|a single|a|an)`;
/** The maximum number of sentences, bullets or keywords in an answer, even if the instruction requests more. */
const MAX_ITEMS = 50;
const MAX_LABELS = 50;

const GREETING =
  /^\W*(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day)|howdy|hallo|bonjour|hola)\b[\s\p{L},]{0,30}[!.?\s]*$/iu;
const THANKS = /^\W*(?:thanks|thank you|cheers)\b[\s\p{L},]{0,30}[!.\s]*$/iu;
const IDENTITY =
  /\b(?:who|what) are you\b|\bare you (?:a |an )?(?:real |large )?(?:language model|llm|ai\b|bot|human|gpt)|\b(?:what|which) (?:language )?model (?:are|is)\b|\bwhat can you do\b/i;
const SUMMARY =
  /\b(?:summar(?:y|ies|i[sz]e[sd]?|i[sz]ing)|tl;?dr|condense|shorten|abridge|digest|gist|sum up|overview)\b/i;
const POINTS =
  /\b(?:key|main|important|central|major|top)\s+(?:\w+\s+)?(?:points?|ideas?|facts?|takeaways?|findings?|insights?|messages?|arguments?|aspects?)\b|\bhighlights\b|\bbullet(?:ed|s)?\b/i;
const BEYOND: [RegExp, string][] = [
  [/\btranslat(?:e|ion)\b/i, "translate"],
  [
    /\b(?:write|compose|draft|create|generate|invent|make up)\b.{0,40}\b(?:poem|story|essay|song|joke|code|program|function|script|e-?mail|letter|article|post|blog|tweet|haiku|slogan)\b/i,
    "write new text",
  ],
  [/\b(?:tell|give) me a (?:joke|story|poem)\b/i, "write new text"],
  [/\b(?:calculate|compute|solve|integrate|differentiate)\b|\bwhat is \d+\s*[-+*/x×^]\s*\d+/i, "calculate"],
];
const ENTITIES: [EntityKind, RegExp][] = [
  ["email", /\be-?mails?(?: address(?:es)?)?\b/i],
  ["url", /\b(?:urls?|links?|web ?sites?|web addresses)\b/i],
  ["phone", /\b(?:tele)?phone(?: numbers?)?s?\b/i],
  ["date", /\b(?:dates?|deadlines?|days)\b/i],
  ["amount", /\b(?:amounts?|prices?|costs?|sums?|money|monetary|fees?)\b/i],
  ["percentage", /\bpercent(?:age)?s?\b/i],
  ["name", /\b(?:names?|people|persons?|companies|organi[sz]ations|entities)\b/i],
  ["place", /\b(?:places|locations|cities|countries)\b/i],
  ["number", /(?<!phone )\b(?:numbers|figures|numeric values)\b/i],
];
const EXTRACT =
  /\b(?:extract|list|find all|identify|pull out|collect|enumerate|get all|give me (?:all|the|every)|show (?:me )?(?:all|every)|(?:what|which) (?:\w+ )?(?:are|is) (?:all )?(?:mentioned|named|listed|given))\b|\b(?:all|every|which|what) (?:the )?(?:e-?mails?|dates?|names?|amounts?|prices?|links?|urls?|phone numbers?|numbers|people|persons|places|cities|countries)\b/i;
const CLASSIFY =
  /\b(?:classif(?:y|ication)|categori[sz]e|label (?:this|the|it)|assign|which (?:category|label|class|department|topic)|sentiment|route (?:this|the|it))\b/i;
const LABEL_LISTS = [
  /\b(?:labels?|categor(?:y|ies)|class(?:es)?|options?|departments?|topics?)(?: are| is)?\s*[:=]\s*([^\n]{3,1000})/i,
  /\b(?:one of|into|between|among|either|as)\b(?: (?:one of|exactly one|the) (?:following )?(?:categories|labels|classes|options)?)?\s*:?\s*([^\n]{3,1000})/i,
];

function countFrom(text: string, unit: string): number | undefined {
  const match = new RegExp(`\\b${COUNT}\\s+(?:\\w+\\s+){0,2}?(?:${unit})`, "i")
    .exec(text)?.[1]
    ?.toLowerCase();
  if (match === undefined) return undefined;
  const spelled = match.startsWith("a") ? 1 : SPELLED.indexOf(match);
  return Math.max(1, spelled >= 0 ? spelled : Number(match));
}

function parseSummaryIntent(text: string): Intent {
  const wordCount = countFrom(text, "words?");
  if (wordCount !== undefined) return { kind: "summary", unit: "words", count: wordCount };
  const bullets = countFrom(
    text,
    "bullets?|bullet points?|points?|takeaways?|ideas?|facts?|findings?|insights?|items?|highlights?",
  );
  const sentences = countFrom(text, "sentences?|lines?");
  if (sentences !== undefined)
    return { kind: "summary", unit: "sentences", count: Math.min(sentences, MAX_ITEMS) };
  if (bullets !== undefined || POINTS.test(text)) {
    return { kind: "summary", unit: "bullets", count: Math.min(bullets ?? 5, MAX_ITEMS) };
  }
  return { kind: "summary", unit: "sentences", count: 3 };
}

/** Returns the labels that an instruction offers, such as "into: billing, technical or other". */
export function findLabels(instruction: string): string[] {
  for (const pattern of LABEL_LISTS) {
    const listed = pattern.exec(instruction)?.[1];
    if (listed === undefined) continue;
    const [list = ""] = listed
      .replace(/^(?:exactly )?one of(?: the following)?\s*:?/i, "")
      .split(/[.;?](?:\s|$)/);
    const labels = list
      .split(/,|\/|\||\bor\b|\band\b/i)
      .map((label) => label.replace(/^[\s"'“‘`[({*-]+|[\s"'”’`\])}:*.-]+$/g, ""))
      .filter((label) => label !== "" && label.split(" ").length <= 4);
    if (labels.length >= 2) return [...new Set(labels)].slice(0, MAX_LABELS);
  }
  return [];
}

/**
 * Matches a question such as "Is this review positive or negative?", which offers its labels without introducing them
 * as labels.
 */
const OFFERED =
  /^\W*(?:is|are|was|does) (?:this|it|the|that)(?: \w+){0,3}? ((?:[\w-]+, ){0,8}[\w-]+,? or [\w -]{1,40})\?/i;

function parseClassification(text: string): Intent | undefined {
  const labelList = OFFERED.exec(text)?.[1];
  if (labelList !== undefined) return { kind: "classify", labels: findLabels(`labels: ${labelList}`) };
  if (!CLASSIFY.test(text)) return undefined;
  const labels = findLabels(text);
  if (labels.length >= 2) return { kind: "classify", labels };
  return /\bsentiment\b/i.test(text)
    ? { kind: "classify", labels: ["positive", "negative", "neutral"] }
    : undefined;
}

/** Returns the task of an instruction; undefined if its form is not recognized. */
export function readIntent(instruction: string): Intent | undefined {
  const text = instruction.slice(0, 4_000);
  if (GREETING.test(text) || THANKS.test(text)) return { kind: "greeting" };
  if (IDENTITY.test(text)) return { kind: "identity" };
  const beyond = BEYOND.find(([pattern]) => pattern.test(text));
  if (beyond !== undefined) return { kind: "beyond", what: beyond[1] };
  const classify = parseClassification(text);
  if (classify !== undefined) return classify;
  const counted = /\bhow many (words|sentences|characters)\b/i.exec(text)?.[1]?.toLowerCase();
  if (counted === "words" || counted === "sentences" || counted === "characters") {
    return { kind: "count", unit: counted };
  }
  if (SUMMARY.test(text)) return parseSummaryIntent(text);
  if (/\b(?:keywords?|key terms?|key phrases?|tags|topics)\b/i.test(text)) {
    return {
      kind: "keywords",
      count: Math.min(countFrom(text, "keywords?|key terms?|tags|topics") ?? 8, MAX_ITEMS),
    };
  }
  if (EXTRACT.test(text)) {
    const entities = ENTITIES.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
    if (entities.length > 0) return { kind: "extract", entities };
  }
  if (POINTS.test(text)) return parseSummaryIntent(text);
  if (
    /\b(?:title|headline)\b/i.test(text) &&
    /\b(?:give|suggest|write|find|create|propose|make)\b/i.test(text)
  ) {
    return { kind: "title" };
  }
  if (isQuestion(text)) return { kind: "question" };
  return undefined;
}

/** Returns whether `text` is a question. */
export function isQuestion(text: string): boolean {
  return (
    /\?["'”’)\]]*\s*$/.test(text) ||
    /^\W*(?:who|whom|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|should|will|has|have)\b/i.test(
      text,
    )
  );
}
