import type { ChatRequest } from "../chat-request.ts";
import { bestLabel } from "./classify.ts";
import { readTask, type Task } from "./conversation.ts";
import { type EntityKind, extract } from "./extract.ts";
import type { Intent } from "./intent.ts";
import { ABILITIES, INTRODUCTION } from "./introduction.ts";
import { answerFrom } from "./question.ts";
import { MAX_SOURCE_CHARS, splitSentences } from "./sentences.ts";
import { centralSentences, firstWords, keywordsOf, summaryInWords } from "./summary.ts";
import { wordsOf } from "./words.ts";

const TITLE_WORDS = 12;
const NO_TEXT = `${INTRODUCTION} I answer only from text in the conversation, and this conversation contains none. ${ABILITIES}`;
const NO_ANSWER = `${INTRODUCTION} The text does not say anything about that.`;

const ENTITY_WORDS: Record<EntityKind, string> = {
  email: "e-mail addresses",
  url: "links",
  phone: "phone numbers",
  date: "dates",
  amount: "amounts",
  percentage: "percentages",
  number: "numbers",
  name: "names",
  place: "places",
};

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

function summarise(intent: Extract<Intent, { kind: "summary" }>, source: string): string {
  if (intent.unit === "words") return summaryInWords(source, intent.count);
  const sentences = centralSentences(source, intent.count).map(({ text }) => text);
  return intent.unit === "bullets" ? list(sentences) : sentences.join(" ");
}

function extractAll(kinds: readonly EntityKind[], source: string): string {
  const found = kinds.map((kind) => ({ kind, items: extract(kind, source) }));
  const sections = found.map(({ kind, items }) => {
    const title = ENTITY_WORDS[kind];
    if (items.length === 0) return `The text contains no ${title}.`;
    return kinds.length === 1 ? list(items) : `${title[0]?.toUpperCase()}${title.slice(1)}:\n${list(items)}`;
  });
  return sections.join("\n\n");
}

function count(unit: "words" | "sentences" | "characters", source: string): string {
  if (unit === "words") return String(wordsOf(source).length);
  return String(unit === "characters" ? source.length : splitSentences(source).length);
}

function classify(labels: readonly string[], source: string): string {
  return (
    bestLabel(source, labels)?.label ??
    `${INTRODUCTION} Nothing in the text suggests any of: ${labels.join(", ")}.`
  );
}

function answerQuestion(task: Task): string {
  if (task.source === "") return NO_TEXT;
  const sentences = answerFrom(task.source, task.instruction);
  return sentences.length === 0 ? NO_ANSWER : sentences.join(" ");
}

/** Returns whether the intent needs a text and the conversation contains only an instruction. */
function lacksText(intent: Intent, source: string): boolean {
  return source.trim() === "" && !["greeting", "identity", "beyond", "question"].includes(intent.kind);
}

function answerIntent(intent: Intent, task: Task): string {
  const { source } = task;
  if (lacksText(intent, source)) return NO_TEXT;
  switch (intent.kind) {
    case "greeting":
      return `Hello. ${INTRODUCTION} ${ABILITIES}`;
    case "identity":
      return `${INTRODUCTION} ${ABILITIES}`;
    case "beyond":
      return `${INTRODUCTION} I cannot ${intent.what}. ${ABILITIES}`;
    case "summary":
      return summarise(intent, source);
    case "extract":
      return extractAll(intent.entities, source);
    case "keywords":
      return keywordsOf(source, intent.count).join(", ");
    case "title":
      return firstWords(centralSentences(source, 1)[0]?.text ?? "", TITLE_WORDS).replace(/\.$/, "");
    case "count":
      return count(intent.unit, source);
    case "classify":
      return classify(intent.labels, source);
    case "question":
      return answerQuestion(task);
  }
}

/**
 * Answers a conversation from the text that it contains. The same conversation always gets the same answer. Reads at
 * most the first 200,000 characters, and says so if the text is longer.
 */
export function respond(request: ChatRequest): string {
  const task = readTask(request);
  const answer = task.intent === undefined ? answerOpen(task) : answerIntent(task.intent, task);
  if (task.source.length <= MAX_SOURCE_CHARS) return answer;
  return `${answer}\n\n(Only the first ${MAX_SOURCE_CHARS} characters of the text were read.)`;
}

/** No known form of instruction: search what the conversation says, or else summarize the message. */
function answerOpen(task: Task): string {
  if (task.instruction !== "" && task.source !== "") return answerQuestion(task);
  if (task.source === "") return NO_TEXT;
  return centralSentences(task.source, 3)
    .map(({ text }) => text)
    .join(" ");
}
