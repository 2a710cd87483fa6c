import {
  type AgentSummary,
  catalogRoutes,
  nanoToUsd,
  PLANS,
  type Route,
  SCOPE_LABELS,
  sdkRoutes,
} from "@stoa/contract";
import type { FastifyInstance } from "fastify";
import type { SitePage } from "../platform/http/static-site.ts";
import { formatPricePerMillion } from "./agent-picture/agent-picture.ts";
import { keepResult } from "./keep-result.ts";

/** The number of listed agents. With their descriptions they are about 3,000 tokens, which every model can read. */
const AGENTS_MAX = 50;
/** The number of characters of a description: a sentence. */
const DESCRIPTION_MAX = 160;
/** How long the text is kept, here and in caches. More frequent requests do not query the database. */
const KEPT_MS = 10 * 60_000;

export interface LlmsTxtOptions {
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
  /** The pages that are the same for everyone. */
  pages: readonly SitePage[];
  /** Returns public agents, the most run first, up to a limit. */
  listPublicSummaries(limit: number): Promise<readonly AgentSummary[]>;
}

/** Serves /llms.txt (llmstxt.org): what this server is, and how programs find, run and pay for agents. */
export function serveLlmsTxt(app: FastifyInstance, options: LlmsTxtOptions): void {
  const read = keepResult(KEPT_MS, async () =>
    writeLlmsTxt(options, await options.listPublicSummaries(AGENTS_MAX)),
  );
  app.get("/llms.txt", async (_, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", `public, max-age=${KEPT_MS / 1000}`)
      .send(await read()),
  );
}

/**
 * Returns a text as one line that cannot change the structure of the list around it. Developers write names and
 * descriptions, and parsers of llms.txt do not know escaped brackets.
 */
function toLine(text: string, maxLength: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replaceAll("[", "(")
    .replaceAll("]", ")")
    .trim();
  const characters = [...line];
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`;
}

const writeLink = (name: string, url: string, note: string) =>
  `- [${toLine(name, DESCRIPTION_MAX)}](${url}): ${note}`;

const writeSection = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];

/** Explains how a program runs an agent. Paths, scopes and amounts come from the contract. */
function explainUse(publicUrl: string): string[] {
  const at = ({ method, path }: Route) =>
    `\`${method} ${publicUrl}/api/v1${path.replace(/:(\w+)/g, "{$1}")}\``;
  const credits = nanoToUsd(PLANS.free.credits.amountNano);
  return [
    `- Find agents: ${at(catalogRoutes.list)} needs no key. \`search\`, \`category\`, \`framework\` and \`pricing\` filter the list.`,
    `- Get a key: a person creates an account and an API key at ${publicUrl}/settings/api. The key needs the scope \`run\` (${SCOPE_LABELS.run.opens}). A key can have a spending limit.`,
    `- Run an agent: ${at(sdkRoutes.execute)} with the header \`X-API-Key\` and the body \`{"input_data": {"message": "..."}}\`. \`max_cost\` limits the cost in USD, \`Accept: text/event-stream\` streams the output, and \`Prefer: respond-async\` returns at once.`,
    `- Pay: each agent has a price per token, and a run is paid from the account's balance. \`total_cost\` in the response is what was charged. A new account has $${credits} of credits. A failed run costs nothing or little.`,
    `- OpenAI's API: base URL \`${publicUrl}/v1\`, your API key, and the model \`agent/{id}\`, for chat completions and responses.`,
    `- Model Context Protocol: \`${publicUrl}/mcp\` (streamable HTTP; clients sign in, or send an API key as bearer token). Tools find agents and run them.`,
    `- Agent2Agent protocol: each agent is at \`${publicUrl}/a2a/agents/{id}\`, with its card at \`/.well-known/agent-card.json\` below it.`,
  ];
}

/** Returns the text, in the format of llmstxt.org: a title, a summary, notes, and lists of links. */
export function writeLlmsTxt(
  { publicUrl, pages }: Pick<LlmsTxtOptions, "publicUrl" | "pages">,
  agents: readonly AgentSummary[],
): string {
  const home = pages.find(({ path }) => path === "/");
  const link = ({ path, title, description }: SitePage) =>
    writeLink(title, publicUrl + path, toLine(description, DESCRIPTION_MAX));
  const isGuide = ({ path }: SitePage) => path.startsWith("/guides/");
  return [
    "# Stoa",
    "",
    `> ${[home?.title, home?.description].filter((text) => text !== undefined).join(". ") || "A marketplace for AI agents"}`,
    "",
    ...explainUse(publicUrl),
    ...writeSection("API", [
      writeLink(
        "OpenAPI description",
        `${publicUrl}/api/v1/openapi.json`,
        "Every operation with its fields, errors and examples",
      ),
      writeLink("API reference", `${publicUrl}/docs`, "The same for people"),
      writeLink("SDKs", `${publicUrl}/sdk/`, "Clients for JavaScript and Python, served by this server"),
      writeLink("A2A agent card", `${publicUrl}/.well-known/agent-card.json`, "An agent that finds agents"),
    ]),
    ...writeSection("Guides", pages.filter(isGuide).map(link)),
    ...writeSection(
      "Agents",
      agents.map(({ id, name, description, price_per_token: price }) => {
        const note = `${toLine(description, DESCRIPTION_MAX)} (${formatPricePerMillion(price)})`;
        return writeLink(name, `${publicUrl}/agent/${id}`, note);
      }),
    ),
    ...writeSection("Optional", [
      writeLink(
        "Sitemap",
        `${publicUrl}/sitemap.xml`,
        "All public agents and pages. Developers write the names and descriptions of agents",
      ),
      ...pages.filter((page) => page.path !== "/" && !isGuide(page)).map(link),
    ]),
    "",
  ].join("\n");
}
