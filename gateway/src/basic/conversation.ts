import { type ChatMessage, type ChatRequest, getTexts } from "../chat-request.ts";
import { type Intent, isQuestion, readIntent } from "./intent.ts";

/** A conversation as the extractive responder sees it: the instruction, and the text to answer from. */
export interface Task {
  intent: Intent | undefined;
  instruction: string;
  source: string;
}

/** The maximum length of an instruction. A longer text is treated as a text that contains an instruction. */
const MAX_INSTRUCTION_CHARS = 400;

// A label begins after spaces of its own line: `^\s*` would read all empty lines again at each of them.
const ASK_LABEL = /^[^\S\n]*(?:question|instructions?|task|query|q|request|user question|ask)\s*:\s*(.+)$/im;
const SOURCE_LABEL =
  /^[^\S\n]*(?:context|text|document|article|input|content|passage|source|data|message|transcript|notes)\s*:\s*/gim;
const PERSONA =
  /^(?:you are|you're|you will|you must|you should|your (?:task|job|role|goal)|act as|answer|always|never|be |do not|don't|use |respond|reply|keep|if (?:the|you|a)|only |note:)/i;

function getText(message: ChatMessage): string {
  return getTexts(message.content).join("\n");
}

interface Split {
  instruction: string;
  rest: string;
}

function withoutLabels(text: string): string {
  return text.replace(SOURCE_LABEL, "").trim();
}

function isInstruction(text: string): boolean {
  const asksForForm = /\b(?:JSON|schema)\b/.test(text);
  return text.length <= MAX_INSTRUCTION_CHARS && (asksForForm || readIntent(text) !== undefined);
}

/** Separates the instruction in a user's message from the text that it refers to. */
export function splitInstruction(message: string): Split {
  const labelled = ASK_LABEL.exec(message);
  if (labelled?.[1] !== undefined) {
    return { instruction: labelled[1].trim(), rest: withoutLabels(message.replace(labelled[0], "")) };
  }
  const colon = /^([^\n]{3,400}?):\s*\n?([\s\S]+)$/.exec(message.trim());
  if (colon?.[1] !== undefined && colon[2] !== undefined && colon[2].length > 20 && isInstruction(colon[1])) {
    const labels = /^[^\n]{3,400}\n/.exec(colon[2])?.[0] ?? "";
    const namesLabels = readIntent(`${colon[1]}: ${labels}`)?.kind === "classify";
    return namesLabels && labels.length < colon[2].length
      ? { instruction: `${colon[1]}: ${labels}`, rest: withoutLabels(colon[2].slice(labels.length)) }
      : { instruction: colon[1], rest: withoutLabels(colon[2]) };
  }
  return splitAtEdge(message.trim());
}

/** Finds an instruction at the start or end of the message, as a paragraph or as a sentence. */
function splitAtEdge(message: string): Split {
  const blocks = message.split(/\n\s*\n|\n/).filter((block) => block.trim() !== "");
  const [first = "", ...after] = blocks;
  const last = after.at(-1) ?? "";
  if (after.length > 0 && isInstruction(first)) {
    return { instruction: first, rest: withoutLabels(after.join("\n")) };
  }
  if (after.length > 0 && isInstruction(last)) {
    return { instruction: last, rest: withoutLabels(blocks.slice(0, -1).join("\n")) };
  }
  if (blocks.length === 1) {
    const sentences = message.split(/(?<=[.!?])\s+/);
    const [opening = "", ...others] = sentences;
    const closing = others.at(-1) ?? "";
    if (others.length > 0 && isInstruction(closing) && isQuestion(closing)) {
      return { instruction: closing, rest: sentences.slice(0, -1).join(" ") };
    }
    const isTask = isInstruction(opening) && (others.length > 1 || readIntent(opening)?.kind !== "question");
    if (others.length > 0 && isTask) return { instruction: opening, rest: others.join(" ") };
  }
  if (message.length <= MAX_INSTRUCTION_CHARS) return { instruction: message, rest: "" };
  return { instruction: "", rest: withoutLabels(message) };
}

/** Returns the facts of a system message, without the sentences that tell the assistant how to behave. */
function findKnowledge(system: string): string {
  return system
    .split("\n")
    .map((line) =>
      line
        .split(/(?<=[.!?])\s+/)
        .filter((sentence) => !PERSONA.test(sentence.trim()) && !/^[^.!?]{0,80}:$/.test(sentence.trim()))
        .join(" "),
    )
    .join("\n")
    .trim();
}

function findDirections(system: string): string {
  return system
    .split(/(?<=[.!?])\s+|\n/)
    .filter((sentence) => sentence.length <= MAX_INSTRUCTION_CHARS)
    .slice(0, 20)
    .join("\n");
}

/** Returns the instruction in a conversation and the text to answer from. */
export function readTask(request: ChatRequest): Task {
  const isSystem = (message: ChatMessage) => message.role === "system" || message.role === "developer";
  const system = request.messages.filter(isSystem).map(getText).join("\n");
  const lastUser = request.messages.findLastIndex((message) => message.role === "user");
  const lastUserMessage = request.messages[lastUser];
  const { instruction, rest } = splitInstruction(
    lastUserMessage === undefined ? "" : getText(lastUserMessage),
  );
  const tools = request.messages.filter(({ role }) => role === "tool").map(getText);
  const earlier = request.messages.filter(
    (message, at) => !isSystem(message) && message.role !== "tool" && at !== lastUser,
  );
  const material = [rest, ...tools].filter((text) => text !== "").join("\n\n");

  const intent = readIntent(instruction);
  const directed =
    intent === undefined || intent.kind === "question" ? findStandingIntent(system) : undefined;
  if (directed !== undefined && material === "" && intent === undefined) {
    return { intent: directed, instruction: findDirections(system), source: instruction };
  }
  const background = [findKnowledge(system), ...earlier.map(getText)].filter((text) => text !== "");
  const source =
    material === "" ? background.join("\n\n") : [material, ...background.slice(0, 1)].join("\n\n");
  if (directed !== undefined && material !== "" && intent === undefined) {
    return { intent: directed, instruction: findDirections(system), source: material };
  }
  return { intent, instruction, source: isAboutMaterial(intent) && material !== "" ? material : source };
}

/** Returns the task that a system message sets for each user message; undefined if it sets none. */
function findStandingIntent(system: string): Intent | undefined {
  const intent = readIntent(findDirections(system));
  const isStanding = ["summary", "extract", "keywords", "title", "classify"].includes(intent?.kind ?? "");
  return isStanding ? intent : undefined;
}

/**
 * Returns whether the intent applies to the text that comes with the instruction, as every intent except a question
 * does.
 */
function isAboutMaterial(intent: Intent | undefined): boolean {
  return intent !== undefined && intent.kind !== "question";
}
