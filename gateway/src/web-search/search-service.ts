import { z } from "zod";
import type { WebSearch } from "./web-search-tool.ts";

/** The connectors that can search the web. If an agent declares several, the first in this list is used. */
export const SEARCH_SERVICES = ["tavily", "serper"] as const;
export type SearchService = (typeof SEARCH_SERVICES)[number];

/** The HTTP method that an agent must declare for each of these services. */
export const SEARCH_METHOD = "POST";
export const SEARCH_PATH = "/search";

/** The longest query that Tavily accepts. */
const MAX_QUERY_CHARS = 400;
/**
 * The maximum length of an excerpt, a few paragraphs. The model reads all results of a search, and the caller pays for
 * them.
 */
const MAX_EXCERPT_CHARS = 1_500;
const MAX_TITLE_CHARS = 300;

/** A page that a search found. */
export interface FoundPage {
  title: string;
  url: string;
  excerpt: string;
}

interface SearchApi {
  createBody(query: string, search: WebSearch): object;
  readPages(answer: unknown): FoundPage[];
}

const foundPage = z.object({
  title: z.string().catch(""),
  url: z.url({ protocol: /^https?$/ }),
  excerpt: z.string().catch(""),
});

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Returns the entries of a list that are pages. Entries of another kind, such as advertisements, are omitted. */
function readPages(list: unknown, urlField: string, excerptField: string): FoundPage[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const { [urlField]: url, [excerptField]: excerpt, title } = toRecord(entry);
    const { data } = foundPage.safeParse({ title, url, excerpt });
    if (data === undefined) return [];
    const shortened = data.excerpt.slice(0, MAX_EXCERPT_CHARS);
    return [{ title: data.title.slice(0, MAX_TITLE_CHARS), url: data.url, excerpt: shortened }];
  });
}

const APIS: Readonly<Record<SearchService, SearchApi>> = {
  tavily: {
    createBody: (query, { maxResults, allowedDomains }) => ({
      query,
      max_results: maxResults,
      ...(allowedDomains.length > 0 && { include_domains: allowedDomains }),
    }),
    readPages: (answer) => readPages(toRecord(answer).results, "url", "content"),
  },
  serper: {
    createBody: (query, { maxResults, allowedDomains }) => {
      const sites = allowedDomains.map((each) => `site:${each}`).join(" OR ");
      return { q: sites === "" ? query : `${query} (${sites})`, num: maxResults };
    },
    readPages: (answer) => readPages(toRecord(answer).organic, "link", "snippet"),
  },
};

/** Returns the body of a search request. */
export function createSearchBody(service: SearchService, query: string, search: WebSearch): string {
  return JSON.stringify(APIS[service].createBody(query.slice(0, MAX_QUERY_CHARS), search));
}

/** Returns the pages in a service's answer, or an empty list if the answer has a different form. */
export function readSearchAnswer(
  service: SearchService,
  text: string,
  { maxResults }: WebSearch,
): FoundPage[] {
  try {
    return APIS[service].readPages(JSON.parse(text)).slice(0, maxResults);
  } catch {
    return [];
  }
}
