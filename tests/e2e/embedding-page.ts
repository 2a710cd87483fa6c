import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

interface EmbeddingPage {
  readonly store: string;
  readonly agentId: number;
  readonly key: string;
  /** More attributes of the script tag. */
  readonly attributes?: string;
}

/** The page of a shop, whose styles must not reach the widget. */
const createPage = ({ store, agentId, key, attributes = "" }: EmbeddingPage) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tea shop</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root { color-scheme: light dark } body { font: 17px/1.6 Georgia, serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
button, iframe, div { border-radius: 0 }
button { background: hotpink !important; width: 300px }</style></head>
<body><h1>Tea from small gardens</h1><p>Green, black and white teas, picked in spring and sent to you within a week.</p>
<button>Add to basket</button>
<div id="chat" style="height: 460px; display: ${attributes.includes("data-target") ? "block" : "none"}"></div>
<script src="${store}/widget.js" data-agent="${agentId}" data-key="${key}" ${attributes} async></script>
</body></html>`;

/**
 * Serves a page of another site, which embeds an agent, until the test ends.
 * @param describe returns what the page embeds. It is called for each request, because the key needs the page's origin.
 * @returns the origin of the page, whose host is not the store's
 */
export async function serveEmbeddingPage(describe: () => EmbeddingPage): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(createPage(describe()));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
