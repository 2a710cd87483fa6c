import type { ChatRequest } from "../chat-request.ts";
import { chooseLabel } from "./classify.ts";
import { readTask, type Task } from "./conversation.ts";
import { type EntityKind, extract } from "./extract.ts";
import type { Intent } from "./intent.ts";
import { answerFrom } from "./question.ts";
import { MAX_SOURCE_CHARS, splitSentences } from "./sentences.ts";
import { findKeywords, pickCentralSentences, summarizeToLength, takeFirstWords } from "./summary.ts";
import { splitIntoWords } from "./text-terms.ts";

/** The introduction with which stoa-basic makes clear that it is not a language model. */
export const INTRODUCTION = "I am stoa-basic, a deterministic extractive responder, not a language model.";

/** The abilities of stoa-basic, for users who ask. */
const ABILITIES =
  "I can summarize a text in sentences or bullet points, answer a question from a text, extract dates, email " +
  "addresses, amounts, names, links and phone numbers, find keywords, sort a text into labels, and fill a JSON schema.";

const TITLE_WORDS = 12;
const NO_TEXT = `${INTRODUCTION} I answer only from text in the conversation, and this conversation contains none. ${ABILITIES}`;
const NO_ANSWER = `${INTRODUCTION} The text does not say anything about that.`;

const ENTITY_WORDS: Record<EntityKind, string> = {
  email: "email addresses",
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

function summarize(intent: Extract<Intent, { kind: "summary" }>, source: string): string {
  if (intent.unit === "words") return summarizeToLength(source, intent.count);
  const sentences = pickCentralSentences(source, intent.count).map(({ text }) => text);
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
  if (unit === "words") return String(splitIntoWords(source).length);
  return String(unit === "characters" ? source.length : splitSentences(source).length);
}

function classify(labels: readonly string[], source: string): string {
  return (
    chooseLabel(source, labels)?.label ??
    `${INTRODUCTION} Nothing in the text suggests any of: ${labels.join(", ")}.`
  );
}

function answerQuestion(task: Task): string {
  if (task.source === "") return NO_TEXT;
  const sentences = answerFrom(task.source, task.instruction);
  return sentences.length === 0 ? NO_ANSWER : sentences.join(" ");
}

/** Returns whether the intent needs text but the conversation contains only an instruction. */
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
      return summarize(intent, source);
    case "extract":
      return extractAll(intent.entities, source);
    case "keywords":
      return findKeywords(source, intent.count).join(", ");
    case "title":
      return takeFirstWords(pickCentralSentences(source, 1)[0]?.text ?? "", TITLE_WORDS).replace(/\.$/, "");
    case "count":
      return count(intent.unit, source);
    case "classify":
      return classify(intent.labels, source);
    case "question":
      return answerQuestion(task);
  }
}

/**
 * Answers a conversation from the text that it contains. The same conversation always gets the same answer. Reads only
 * the first MAX_SOURCE_CHARS characters, and says so if the text is longer.
 */
export function respond(request: ChatRequest): string {
  const task = readTask(request);
  const answer = task.intent === undefined ? answerOpen(task) : answerIntent(task.intent, task);
  if (task.source.length <= MAX_SOURCE_CHARS) return answer;
  return `${answer}\n\n(Only the first ${MAX_SOURCE_CHARS} characters of the text were read.)`;
}

/** Handles an instruction of unknown form: answers it as a question if there is text, else summarizes the message. */
function answerOpen(task: Task): string {
  if (task.instruction !== "" && task.source !== "") return answerQuestion(task);
  if (task.source === "") return NO_TEXT;
  return pickCentralSentences(task.source, 3)
    .map(({ text }) => text)
    .join(" ");
}
