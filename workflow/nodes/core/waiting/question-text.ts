import { DateTime } from "luxon";
import type { FormPage, PageField } from "../../../gateway/wait-messages.ts";
import type { PendingQuestion } from "../../../model/question.ts";

/** The maximum number of choices that a question lists. People do not read longer lists. */
const MAX_LISTED = 30;

/** Returns the fields that a person fills in. Hidden fields have the value that the author set. */
export const getShownFields = ({ fields }: FormPage): PageField[] =>
  fields.filter(({ kind }) => kind !== "hidden");

const quote = (text: string) => `“${text}”`;

/** Joins words as in `a, b or c`. */
export function joinAlternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

function describeChoices({ choices, several, kind }: PageField): string {
  if (kind === "file") return several ? "files" : "a file";
  if (choices.length === 0) return "";
  const more = choices.length - MAX_LISTED;
  const listed = choices.slice(0, MAX_LISTED).join(", ") + (more > 0 ? `, and ${more} more` : "");
  return `${several ? "one or more of" : "one of"}: ${listed}`;
}

/** Returns a field as one line, such as `Color (required; one of: red, blue)`. */
function describeField(field: PageField): string {
  const { label, hint, required } = field;
  const details = [required && "required", describeChoices(field), hint && `such as ${hint}`].filter(Boolean);
  return details.length === 0 ? label : `${label} (${details.join("; ")})`;
}

function describePage(page: FormPage): string[] {
  const fields = getShownFields(page);
  const typed = fields.filter(({ kind }) => kind !== "file");
  const [only] = typed;
  const head = [page.title, page.text === page.title ? "" : page.text];
  if (fields.length === 0) {
    const labels = page.buttons.map(({ label }) => quote(label));
    return [...head, `Reply ${joinAlternatives(labels)}.`];
  }
  // A field without a label is the reply itself, as in a chat.
  const listed = fields.filter(({ label }) => label !== "").map(describeField);
  if (fields.length === 1) return [...head, ...listed];
  const example =
    only === undefined ? "" : `Reply with one line for each field, such as ${quote(`${only.label}: …`)}.`;
  return [...head, listed.map((line) => `- ${line}`).join("\n"), example];
}

/** Returns a time in the workflow's time zone, such as `Nov 28, 2026, 14:05 (Europe/Berlin)`. */
function formatTime(ms: number, timezone: string): string {
  const time = DateTime.fromMillis(ms).setZone(timezone).toFormat("LLL d, yyyy, HH:mm");
  return `${time} (${timezone})`;
}

/**
 * Returns the text of a question to a person in a conversation.
 * @param problem why the last reply was not an answer, as a sentence
 */
export function formatQuestion(
  { node, asks, until = 0 }: PendingQuestion,
  timezone: string,
  problem?: string,
): string {
  const parts = [problem ?? ""];
  if (asks.kind === "page") parts.push(...describePage(asks.page));
  else if (asks.kind === "call")
    parts.push(
      `${quote(node)} waits for a call of another system. Reply with the data of the call, as text or as JSON.`,
    );
  else
    parts.push(
      `${quote(node)} waits until ${formatTime(until, timezone)}. Send any message after this time to continue.`,
    );
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}
