import type { ServiceDefinition } from "../service-definition.ts";
import { bearer, inHeader } from "./attach.ts";

/** Searching the web. Their tests ask for the account, since a search would cost credits. */
export const searchServices: ServiceDefinition[] = [
  {
    name: "serper",
    displayName: "Serper",
    description: "Results of Google Search",
    documentationUrl: "https://serper.dev/playground",
    requiredFields: ["api_key"],
    baseUrl: () => "https://google.serper.dev",
    otherHosts: ["scrape.serper.dev"],
    attach: inHeader("x-api-key"),
    test: { method: "GET", path: "/account" },
  },
  {
    name: "tavily",
    displayName: "Tavily",
    description: "Web search and page contents for agents",
    documentationUrl: "https://docs.tavily.com/documentation/api-reference/introduction",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.tavily.com",
    attach: bearer,
    test: { method: "GET", path: "/usage" },
  },
];
