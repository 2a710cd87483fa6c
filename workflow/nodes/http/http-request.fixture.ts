import type { JsonObject } from "../../model/item.ts";
import { type NodeOptions, runNode } from "../../testing/run-node.ts";
import { httpRequest } from "./http-request.ts";
import { createScriptedHttp, type ScriptedResponse } from "./scripted-http.fixture.ts";

export const URL_OF_API = "https://api.example.com/things";

/** Runs HTTP Request, by default version 4.2, with scripted responses. */
export async function runHttpRequest(
  parameters: JsonObject,
  answers: readonly ScriptedResponse[] = [{ body: { ok: true } }],
  options: Partial<NodeOptions> = {},
) {
  const http = createScriptedHttp(answers);
  const ran = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: { url: URL_OF_API, ...parameters },
    services: { http },
    ...options,
  });
  return { ...ran, requests: http.requests };
}
