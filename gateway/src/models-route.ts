import type { ServerResponse } from "node:http";
import type { ModelCatalog } from "./model-catalog.ts";

/** OpenAI's clients want a creation time; models here have none. */
const CREATED = 0;

/**
 * `GET /v1/models` and `GET /v1/models/{id}`, in OpenAI's shape.
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
      // Agents ask before they send a prompt: stoa-basic would answer it by rules.
      is_language_model: !isBasic && rate.embeds !== true,
    };
  };
  const id = path.slice("/v1/models/".length);
  const body = id === "" ? { object: "list", data: catalog.names().map(describe) } : describe(decodePath(id));
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
