import type { JsonValue } from "@stoa/runtime/protocol";
import type { FormPage, PageField, WaitAnswer } from "../../../gateway/wait-messages.ts";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { PendingQuestion, Reply } from "../../../model/question.ts";
import { getShownFields, joinAlternatives } from "./question-text.ts";

/** A person's message in a conversation, with its files. */
interface ReplyMessage {
  text: string;
  files: WaitAnswer["files"][string];
}

/** A reply, or the reason why the message is not one, as a sentence to the person. */
type ReadReply = { reply: Reply } | { problem: string };

/** The key of files that belong to no field. */
const OTHER_FILES = "files";

/** Words with which people agree and decline, next to the labels of the buttons. */
const AGREED = new Set(["yes", "y", "ok", "okay", "approve", "approved", "accept", "true"]);
const DECLINED = new Set(["no", "n", "decline", "declined", "disapprove", "reject", "rejected", "false"]);

/** Returns what a message answers to a question. */
export function readReply({ asks, until }: PendingQuestion, message: ReplyMessage, now: number): ReadReply {
  if (until !== undefined && now >= until) return { reply: { answer: undefined } };
  if (asks.kind === "time") return { problem: "The time has not come yet." };
  if (asks.kind === "call") return { reply: { answer: readCall(asks.method, message) } };
  const read = readPage(asks.page, message);
  return "problem" in read ? read : { reply: { answer: { headers: {}, query: {}, ...read } } };
}

/** Returns the message as the data of a call. As in calls, the data of a GET is its query. */
function readCall(method: "GET" | "POST", { text, files }: ReplyMessage): WaitAnswer {
  const body = parseJson(text) ?? text;
  const query = method === "GET" && isObject(body) ? toQuery(body) : {};
  return { headers: {}, query, body, files: files.length > 0 ? { [OTHER_FILES]: [...files] } : {} };
}

function toQuery(body: JsonObject): WaitAnswer["query"] {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(toText) : toText(value),
    ]),
  );
}

const toText = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));

type Submitted = Pick<WaitAnswer, "files"> & { body: JsonObject };

function readPage(page: FormPage, message: ReplyMessage): Submitted | { problem: string } {
  const button = readButton(page, message.text);
  if ("problem" in button) return button;
  const { files, missing } = assignFiles(page, message.files);
  const values = readValues(page, message.text);
  const problems: string[] = [...missing];
  const entries = Object.entries(button.body);
  for (const field of page.fields.filter(({ kind }) => kind !== "file")) {
    const read = readField(field, values.get(field.name));
    if ("problem" in read) problems.push(read.problem);
    else if (read.value !== undefined) entries.push([field.name, read.value]);
  }
  return problems.length > 0 ? { problem: problems.join(" ") } : { body: Object.fromEntries(entries), files };
}

/** Returns the value of the button that the message names. A page with fields has one button without a value. */
function readButton({ fields, buttons }: FormPage, text: string): { body: JsonObject } | { problem: string } {
  const named = buttons.filter(({ name }) => name !== undefined);
  if (named.length === 0 || fields.length > 0) return { body: {} };
  const said = text
    .trim()
    .replace(/[.!]+$/, "")
    .toLowerCase();
  const pressed =
    named.find(({ label }) => label.toLowerCase() === said) ??
    named.find(
      ({ value }) => (value === "true" && AGREED.has(said)) || (value === "false" && DECLINED.has(said)),
    );
  if (pressed?.name !== undefined) return { body: { [pressed.name]: pressed.value ?? "" } };
  return { problem: `Please reply ${joinAlternatives(named.map(({ label }) => `“${label}”`))}.` };
}

/** Gives the files of the message to the file fields, in order. */
function assignFiles(page: FormPage, given: ReplyMessage["files"]) {
  const left = [...given];
  const files: WaitAnswer["files"] = {};
  const missing: string[] = [];
  for (const { name, label, kind, several, required } of page.fields) {
    if (kind !== "file") continue;
    const taken = left.splice(0, several ? left.length : 1);
    if (taken.length > 0) files[name] = taken;
    else if (required) missing.push(`Please attach a file for ${label}.`);
  }
  if (left.length > 0) files[OTHER_FILES] = left;
  return { files, missing };
}

/** Returns the typed values by the names of their fields. */
function readValues(page: FormPage, text: string): Map<string, JsonValue> {
  const fields = getShownFields(page).filter(({ kind }) => kind !== "file");
  const json = parseJson(text);
  const found = isObject(json) ? readJson(fields, json) : readLines(fields, text);
  const [only] = fields;
  // A single field needs no name.
  if (only && fields.length === 1 && !found.has(only.name) && text.trim() !== "") found.set(only.name, text);
  return found;
}

const isNamed = ({ name, label }: PageField, text: string) =>
  [name, label].some((own) => own !== "" && own.toLowerCase() === text.trim().toLowerCase());

function readJson(fields: readonly PageField[], json: JsonObject): Map<string, JsonValue> {
  return new Map(
    Object.entries(json).flatMap(([key, value]): [string, JsonValue][] => {
      const field = fields.find((candidate) => isNamed(candidate, key));
      return field ? [[field.name, value]] : [];
    }),
  );
}

/** Reads lines such as `Name: Ada`. A line that names no field continues the value before it. */
function readLines(fields: readonly PageField[], text: string): Map<string, JsonValue> {
  const values = new Map<string, string>();
  let current: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, name = "", value = ""] = /^(?:\s*[-*]\s)?([^:]*):(.*)$/.exec(line) ?? [];
    const field = fields.find((candidate) => isNamed(candidate, name));
    if (field) {
      current = field.name;
      values.set(current, value.trim());
    } else if (current !== undefined) values.set(current, `${values.get(current)}\n${line}`.trimEnd());
  }
  return values;
}

/** Returns the value of a field as its page would submit it. */
function readField(
  field: PageField,
  given: JsonValue | undefined,
): { value: JsonValue | undefined } | { problem: string } {
  const { label, kind, required, several, choices, value: initial } = field;
  const isEmpty = given === undefined || given === null || (typeof given === "string" && given.trim() === "");
  if (isEmpty) {
    if (initial !== "") return { value: initial };
    return required
      ? { problem: `Please fill in ${label === "" ? "your reply" : label}.` }
      : { value: undefined };
  }
  if (kind === "number" && Number.isNaN(Number(given))) return { problem: `${label} must be a number.` };
  if (several) return chooseAll(field, Array.isArray(given) ? given.map(toText) : toText(given).split(","));
  if (choices.length === 0) return { value: given };
  const chosen = findChoice(choices, toText(given));
  return chosen === undefined ? { problem: createChoiceProblem(field) } : { value: chosen };
}

function chooseAll(field: PageField, words: readonly string[]): { value: JsonValue } | { problem: string } {
  const named = words.map((word) => word.trim()).filter((word) => word !== "");
  if (field.choices.length === 0) return { value: named };
  const chosen = named.flatMap((word) => findChoice(field.choices, word) ?? []);
  return chosen.length === named.length ? { value: chosen } : { problem: createChoiceProblem(field) };
}

const findChoice = (choices: readonly string[], text: string) =>
  choices.find((choice) => choice === text) ??
  choices.find((choice) => choice.toLowerCase() === text.trim().toLowerCase());

const createChoiceProblem = ({ label, several }: PageField) =>
  `${label} must be ${several ? "a list of the listed choices" : "one of the listed choices"}.`;

/** Returns the object or list that a text contains as JSON, or undefined. */
function parseJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
