import type { Item } from "../model/item.ts";
import type { CodeRequest, HttpClient } from "../model/services.ts";

/** Returns the request of a Code node with two items. */
export function createCodeRequest(source: string, overrides: Partial<CodeRequest> = {}): CodeRequest {
  const items: Item[] = [{ json: { a: 1 } }, { json: { a: 2 } }];
  return {
    source,
    variables: {},
    scope: {
      items,
      itemIndex: 0,
      runIndex: 0,
      nodeItems: (name) => (name === "Before" ? items : undefined),
      pairedItem: () => items[0],
      nodeParameters: () => ({}),
      info: { timezone: "UTC", node: "Code" },
      staticData: { global: {}, node: {} },
    },
    signal: new AbortController().signal,
    ...overrides,
  };
}

/** An HTTP client that returns each request as its response. */
export const ECHO: HttpClient = {
  send: ({ method, url, headers, body }) =>
    Promise.resolve({
      status: url.includes("/missing") ? 404 : 200,
      statusText: "OK",
      headers: { "content-type": "application/json" },
      body: Buffer.from(
        JSON.stringify({ method, url, headers, body: body === undefined ? null : String(body) }),
      ),
    }),
};
