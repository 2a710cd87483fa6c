import type { ServerResponse } from "node:http";
import type { ModelCatalog } from "./model-catalog.ts";

/** OpenAI's clients require a creation time, which our models do not have. */
const CREATED = 0;

/**
 * Handles `GET /v1/models` and `GET /v1/models/{id}`, in OpenAI's format.
 * @throws GatewayError 404 for a model that does not exist.
 */
export function answerModels(catalog: ModelCatalog, path: string, response: ServerResponse): void {
  const describe = (id: string) => {
    const { provider, isBasic, rate } = catalog.resolve(id, false);
    return {
      id,
      object: "model",
      created: CREATED,
      owned_by: provider,
      // Tells agents before they send a prompt that stoa-basic answers by rules.
      is_language_model: !isBasic && rate.embeds !== true,
    };
  };
  const id = path.slice("/v1/models/".length);
  const body =
    id === "" ? { object: "list", data: catalog.listNames().map(describe) } : describe(decodePath(id));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
