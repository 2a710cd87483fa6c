import { isObject } from "../../../model/is-object.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toolFailure } from "../../ai/tools/tool-failure.ts";
import { askService, type ServiceQuery } from "../service-call.ts";
import { searchText } from "./search-results.ts";

/** Connected as any API is, by its host. */
const HOST = "serpapi.com";
/** Options that are the service's own, by the same name. */
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
  const found = await askService(context, itemIndex, {
    service: HOST,
    method: "GET",
    path: "/search.json",
    query,
  });
  return searchText(isObject(found) ? found : {});
}

/** Google, as SerpAPI reads it, for agents. */
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
          return toolFailure(context, error);
        }
      },
    }),
  },
  needs: () => ({ connectors: [{ service: HOST, methods: ["GET"], paths: ["/search.json"] }] }),
};
