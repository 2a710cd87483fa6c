import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";

const records = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The text of a document's paragraphs. */
export function documentText({ body }: JsonObject): string {
  const content = isObject(body) ? records(body.content) : [];
  return content
    .flatMap(({ paragraph }) => (isObject(paragraph) ? records(paragraph.elements) : []))
    .map(({ textRun }) => (isObject(textRun) && typeof textRun.content === "string" ? textRun.content : ""))
    .join("");
}
