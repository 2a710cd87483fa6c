import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";

/** What a model reads of a search; more pages than that it asks for by name. */
const MAX_RESULTS = 10;
const MAX_CHARS = 8_000;

/** The first of these fields that says anything. */
function saying(record: JsonValue | undefined, ...fields: string[]): string | undefined {
  if (!isObject(record)) return undefined;
  return fields.map((field) => toText(record[field])).find((text) => text !== "");
}

/** A result as a model can cite it. */
function resultText({ title, link, snippet }: JsonObject): string {
  return [title, link, snippet]
    .map(toText)
    .filter((text) => text !== "")
    .join("\n");
}

/** What a search engine's page says, the direct answer first. */
export function searchText(found: JsonObject): string {
  const { answer_box: box, knowledge_graph: graph, organic_results: organic } = found;
  const first = Array.isArray(box) ? box[0] : box;
  const parts = [
    saying(first, "answer", "result", "snippet", "snippet_highlighted_words"),
    saying(graph, "description"),
    ...(Array.isArray(organic) ? organic.filter(isObject).slice(0, MAX_RESULTS).map(resultText) : []),
  ].filter((part) => part !== undefined && part !== "");
  return parts.length === 0 ? "No good search result found" : parts.join("\n\n").slice(0, MAX_CHARS);
}
