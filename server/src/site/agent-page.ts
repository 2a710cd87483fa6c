import { readFileSync } from "node:fs";
import { type Agent, AgentId } from "@stoa/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasTag } from "../platform/http/fixed-document.ts";
import { escapeHtml } from "../platform/http/html.ts";
import type { RequestLimits } from "../platform/http/request-limits.ts";
import {
  AgentPictures,
  formatPricePerMillion,
  hashPicture,
  PICTURE_SIZE,
} from "./agent-picture/agent-picture.ts";

export interface AgentPageOptions {
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
  /** Returns an agent as visitors see it, or `undefined` if visitors cannot see it. */
  findPublicAgent(id: number): Promise<Agent | undefined>;
  limits: RequestLimits;
  /** The file of the app's page, from which the agent's page is derived. */
  appPage: string;
  /** The headers of every page of the site. */
  headers: Readonly<Record<string, string>>;
}

/**
 * How long caches keep a picture. The URL contains a hash of what the picture shows, so a changed agent has a new URL. The URL
 * of an agent that becomes private stops working within a day everywhere.
 */
const PICTURE_CACHE = "public, max-age=86400";
/** For a URL without the current hash, such as one that a chat stored earlier: a change should be visible soon. */
const OUTDATED_CACHE = "public, max-age=600";

const PATH = "/agent/:id";
const HEAD = /<title>[\s\S]*?<\/title>\s*<meta\s+name="description"[^>]*>/;
const NOSCRIPT = /<noscript>[\s\S]*?<\/noscript>/;

const renderMeta = (attribute: "name" | "property", name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`;

function renderHead(agent: Agent, address: string): string {
  const { name, description } = agent;
  const picture = `${address}/preview.png?v=${hashPicture(agent)}`;
  return [
    `<title>${escapeHtml(name)} · Stoa</title>`,
    renderMeta("name", "description", description),
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    ...(agent.visibility === "public" ? [] : [renderMeta("name", "robots", "noindex")]),
    renderMeta("property", "og:type", "website"),
    renderMeta("property", "og:site_name", "Stoa"),
    renderMeta("property", "og:url", address),
    renderMeta("property", "og:title", name),
    renderMeta("property", "og:description", description),
    renderMeta("property", "og:image", picture),
    renderMeta("property", "og:image:type", "image/png"),
    renderMeta("property", "og:image:width", String(PICTURE_SIZE.width)),
    renderMeta("property", "og:image:height", String(PICTURE_SIZE.height)),
    renderMeta("property", "og:image:alt", `${name}: ${description}`),
    renderMeta("name", "twitter:card", "summary_large_image"),
    renderMeta("name", "twitter:title", name),
    renderMeta("name", "twitter:description", description),
    renderMeta("name", "twitter:image", picture),
    renderMeta("name", "twitter:image:alt", `${name}: ${description}`),
  ].join("\n    ");
}

/** Returns the agent as plain HTML, for clients that run no scripts. */
const renderPlainText = ({ name, description, developer, price_per_token }: Agent): string =>
  `<noscript><h1>${escapeHtml(name)}</h1><p>${escapeHtml(description)}</p><p>By ${escapeHtml(developer)}, ${formatPricePerMillion(price_per_token)}</p><p>To run agents, enable JavaScript or use the API.</p></noscript>`;

/**
 * Serves the page of each agent with a specific title, description and preview image, for search engines and for
 * chats that show link previews. The app then takes over. For an agent that visitors cannot see, the reply is the
 * app's page with status 404: only the app knows whether the visitor is the owner, who can see the agent.
 */
export function serveAgentPages(app: FastifyInstance, options: AgentPageOptions): void {
  const { publicUrl, findPublicAgent, limits, headers } = options;
  const shell = readFileSync(options.appPage, "utf8");
  if (!HEAD.test(shell) || !NOSCRIPT.test(shell))
    throw new Error("index.html has no placeholder for an agent's page.");
  const pictures = new AgentPictures();

  const find = async (request: FastifyRequest): Promise<Agent | undefined> => {
    const { id: given } = Object(request.params) as { id?: unknown };
    const id = AgentId.safeParse(given);
    return id.success ? findPublicAgent(id.data) : undefined;
  };
  const admit = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const refusal = await limits.countByAddress(request, reply, "anonymous");
      if (refusal) throw refusal;
    },
  };

  app.get(PATH, admit, async (request, reply) => {
    const agent = await find(request);
    reply.headers(headers).header("cache-control", "no-cache").type("text/html; charset=utf-8");
    if (!agent) return reply.code(404).send(shell);
    const head = renderHead(agent, `${publicUrl}/agent/${agent.id}`);
    return reply.send(shell.replace(HEAD, () => head).replace(NOSCRIPT, () => renderPlainText(agent)));
  });

  app.get(`${PATH}/preview.png`, admit, async (request, reply) => {
    const agent = await find(request);
    if (!agent) return reply.callNotFound();
    const hash = hashPicture(agent);
    const { v: asked } = Object(request.query) as { v?: unknown };
    const etag = `"${hash}"`;
    reply
      .headers({ ...headers, "cross-origin-resource-policy": "cross-origin" })
      .headers({ etag, "cache-control": asked === hash ? PICTURE_CACHE : OUTDATED_CACHE });
    if (hasTag(request.headers["if-none-match"], etag)) return reply.status(304).send();
    return reply.type("image/png").send(await pictures.draw(agent));
  });
}
