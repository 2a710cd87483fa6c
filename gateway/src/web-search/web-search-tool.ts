import { z } from "zod";
import { dropped } from "../harmless-fields.ts";

/** The names under which OpenAI's API offers its web search. */
export const WEB_SEARCH_TYPES = [
  "web_search",
  "web_search_2025_08_26",
  "web_search_preview",
  "web_search_preview_2025_03_11",
] as const;

/** The maximum number of domains, as in OpenAI's API. */
const MAX_DOMAINS = 100;
const domain = z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i, {
  error: 'a domain must be a host name such as "example.com"',
});

/** OpenAI's web search as a request offers it to the model. */
export const webSearchTool = z.strictObject({
  type: z.enum(WEB_SEARCH_TYPES),
  search_context_size: z.enum(["low", "medium", "high"]).nullish(),
  filters: z.strictObject({ allowed_domains: z.array(domain).max(MAX_DOMAINS).nullish() }).nullish(),
  /** Search services should learn as little about the caller as possible. */
  user_location: dropped,
  external_web_access: dropped,
});

/** How the platform performs a search. */
export interface WebSearch {
  maxResults: number;
  allowedDomains: string[];
}

const RESULTS = { low: 3, medium: 5, high: 10 };

export function toWebSearch({
  search_context_size: size,
  filters,
}: z.infer<typeof webSearchTool>): WebSearch {
  return { maxResults: RESULTS[size ?? "medium"], allowedDomains: filters?.allowed_domains ?? [] };
}

/** The function that the model is offered in place of OpenAI's web search. */
export const SEARCH_FUNCTION = {
  type: "function",
  function: {
    name: "web_search",
    description:
      "Searches the web and returns titles, URLs and excerpts of pages. " +
      "Cite each page that you use as a Markdown link with its exact URL: [title](URL).",
    parameters: {
      type: "object",
      properties: { query: { type: "string", description: "What to search for." } },
      required: ["query"],
      additionalProperties: false,
    },
  },
} as const;
