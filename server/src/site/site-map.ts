import type { FastifyInstance } from "fastify";
import { keepResult } from "./keep-result.ts";

/**
 * The number of agents in the sitemap, which can contain at most 50,000 URLs (sitemaps.org). Less popular agents can be
 * found in the marketplace.
 */
const AGENTS_MAX = 45_000;
/**
 * How long the sitemap is kept. Search engines read it once a day; more frequent requests do not query the
 * database.
 */
const KEPT_MS = 10 * 60_000;

/** The paths of personal pages: a search result would only lead visitors to a sign-in page. */
const NOT_FOR_ROBOTS = ["/dashboard", "/developer-studio", "/settings", "/upload"];

export interface SiteMapOptions {
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
  /** The paths of pages that are the same for everyone. */
  pages: readonly string[];
  /** Returns the numbers of public agents, up to a limit. */
  listPublicAgents(limit: number): Promise<readonly number[]>;
}

/** Serves robots.txt and the sitemap, which tell search engines which pages to index and which to ignore. */
export function serveSiteMap(
  app: FastifyInstance,
  { publicUrl, pages, listPublicAgents }: SiteMapOptions,
): void {
  async function writeMap(): Promise<string> {
    const agents = (await listPublicAgents(AGENTS_MAX)).map((id) => `/agent/${id}`);
    const urls = [...pages, ...agents].map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`);
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
  }

  const map = keepResult(KEPT_MS, writeMap);

  app.get("/sitemap.xml", async (_, reply) => reply.type("application/xml; charset=utf-8").send(await map()));
  app.get("/robots.txt", (_, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .send(
        [
          "User-agent: *",
          ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
          "",
          `Sitemap: ${publicUrl}/sitemap.xml`,
          "",
        ].join("\n"),
      ),
  );
}

/** Escapes a URL for the content of an XML element. */
const escapeXml = (address: string): string => address.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
