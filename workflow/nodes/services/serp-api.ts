import type { JsonValue } from "@stoa/runtime/protocol";
import { describeToolError } from "../../ai/tools.ts";
import { isObject } from "../../model/is-object.ts";
import type { JsonObject } from "../../model/item.ts";
import { toText } from "../../model/json-text.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { type ServiceQuery, serviceApiRequest } from "./service-call.ts";

/** The number of results that a model reads. The model can request further pages. */
const MAX_RESULTS = 10;
const MAX_CHARS = 8_000;

/** Returns the first of these fields that contains text, or undefined. */
function findText(record: JsonValue | undefined, ...fields: string[]): string | undefined {
  if (!isObject(record)) return undefined;
  return fields.map((field) => toText(record[field])).find((text) => text !== "");
}

/** Formats a result so that a model can cite it. */
function formatResult({ title, link, snippet }: JsonObject): string {
  return [title, link, snippet]
    .map(toText)
    .filter((text) => text !== "")
    .join("\n");
}

/** Formats a page of search results as text, with the direct answer first. */
function searchText(found: JsonObject): string {
  const { answer_box: box, knowledge_graph: graph, organic_results: organic } = found;
  const first = Array.isArray(box) ? box[0] : box;
  const parts = [
    findText(first, "answer", "result", "snippet", "snippet_highlighted_words"),
    findText(graph, "description"),
    ...(Array.isArray(organic) ? organic.filter(isObject).slice(0, MAX_RESULTS).map(formatResult) : []),
  ].filter((part) => part !== undefined && part !== "");
  return parts.length === 0 ? "No good search result found" : parts.join("\n\n").slice(0, MAX_CHARS);
}

/** The host of the service. Callers connect it like any API. */
const HOST = "serpapi.com";
/** The options that have the same names in the service's API. */
const OPTIONS = ["gl", "hl", "device", "google_domain"];

async function search(context: NodeContext, itemIndex: number, question: string): Promise<string> {
  const options = context.object("options", itemIndex);
  const query: ServiceQuery = {
    engine: "google",
    q: question,
    ...Object.fromEntries(
      OPTIONS.flatMap((name) => (toText(options[name]) === "" ? [] : [[name, toText(options[name])]])),
    ),
  };
  const found = await serviceApiRequest(context, itemIndex, {
    service: HOST,
    method: "GET",
    path: "/search.json",
    query,
  });
  return searchText(isObject(found) ? found : {});
}

/** Google search through SerpAPI, for agents. */
export const SERP_API_TOOL: NodeType = {
  types: ["@n8n/n8n-nodes-langchain.toolSerpApi"],
  versions: [1],
  supplies: {
    ai_tool: (context, itemIndex) => ({
      name: "search",
      description: "A search engine, for questions about current events. The input is what to search for.",
      parameters: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
      async call(args) {
        try {
          return await search(context, itemIndex, toText(args.input ?? args.query));
        } catch (error) {
          return describeToolError(context, error);
        }
      },
    }),
  },
  needs: () => ({ connectors: [{ service: HOST, methods: ["GET"], paths: ["/search.json"] }] }),
};
