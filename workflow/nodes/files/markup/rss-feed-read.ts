import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { getLiteralHost } from "../../http/connected-services.ts";
import { toPlainRecord } from "../plain-json.ts";
import { decodeText, getCharset } from "../text-encoding.ts";

const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 60_000;
/** The maximum length of a feed, enough for many years. No larger feed is known. */
const MAX_CHARS = 10_000_000;

const HEADERS = {
  "user-agent": "Stoa",
  accept:
    "application/rss+xml, application/rdf+xml;q=0.8, application/atom+xml;q=0.6, application/xml;q=0.4, text/xml;q=0.4",
};

async function fetchFeed(context: NodeContext, url: string, index: number): Promise<string> {
  const place = { field: "url", itemIndex: index };
  if (url === "") throw context.failure('The parameter "URL" has to be set!', place);
  if (!URL.canParse(url)) throw context.failure('The provided "URL" is not valid!', place);
  const answer = await context.services.http.send({
    method: "GET",
    url,
    headers: HEADERS,
    maxRedirects: MAX_REDIRECTS,
    timeoutMs: TIMEOUT_MS,
    signal: context.signal,
  });
  if (answer.status >= 300) throw context.failure(`Status code ${answer.status}`, place);
  const text = decodeText(answer.body, getCharset(answer.headers["content-type"]));
  if (text.length > MAX_CHARS)
    throw context.failure(`The feed is longer than ${MAX_CHARS} characters. Use a shorter feed`, place);
  return text;
}

async function fetchEntries(context: NodeContext, index: number): Promise<Item[]> {
  const text = await fetchFeed(context, context.text("url", index), index);
  const fields = context.text("options.customFields", index).split(",");
  const fieldNames = fields.map((field) => field.trim()).filter((field) => field !== "");
  const { default: Parser } = await import("rss-parser");
  const parser = new Parser({ ...(fieldNames.length > 0 && { customFields: { item: fieldNames } }) });
  const feed = await parser.parseString(text);
  return feed.items.map((entry) => ({ json: toPlainRecord(entry) }));
}

/** The RSS Read node. Version 1 reads only the first item's feed. */
export const rssFeedRead: NodeType = {
  types: ["n8n-nodes-base.rssFeedRead"],
  versions: [1, 1.1, 1.2],
  async execute(context) {
    const all = context.node.version < 1.1 ? context.withItems(context.items.slice(0, 1)) : context;
    return [await all.each((_, index) => fetchEntries(all, index))];
  },
  needs: (node) => ({ hosts: [getLiteralHost(node.parameters.url)] }),
};
