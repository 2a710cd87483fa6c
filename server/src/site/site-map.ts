import type { FastifyInstance } from "fastify";

/** A map of a site names at most 50,000 addresses (sitemaps.org); what is run less is found in the marketplace. */
const AGENTS_MAX = 45_000;
/** Search engines ask once a day; more frequent requests read no more rows. */
const KEPT_MS = 10 * 60_000;

/** Personal pages: visitors would be led away from them. */
const NOT_FOR_ROBOTS = ["/dashboard", "/developer-studio", "/settings", "/upload"];

export interface SiteMapOptions {
  /** Where people reach this server, without a slash at its end. */
  publicUrl: string;
  /** The paths of pages that are the same for everybody. */
  pages: readonly string[];
  /** The public agents by their numbers, at most so many. */
  publicAgents(limit: number): Promise<readonly number[]>;
}

/** What search engines ask for: which pages there are, and which are of no use to them. */
export function serveSiteMap(app: FastifyInstance, { publicUrl, pages, publicAgents }: SiteMapOptions): void {
  let kept: { until: number; map: Promise<string> } | undefined;

  async function writeMap(): Promise<string> {
    const agents = (await publicAgents(AGENTS_MAX)).map((id) => `/agent/${id}`);
    const urls = [...pages, ...agents].map((path) => `<url><loc>${escaped(publicUrl + path)}</loc></url>`);
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
  }

  function map(): Promise<string> {
    const now = performance.now();
    if (kept && now < kept.until) return kept.map;
    const made = { until: now + KEPT_MS, map: writeMap() };
    kept = made;
    made.map.catch(() => {
      if (kept === made) kept = undefined;
    });
    return made.map;
  }

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

/** The address is a setting; of XML's characters it can hold `&` alone, in no sensible one. */
const escaped = (address: string): string => address.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
