import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuseUnknownPath } from "./error-handler.ts";
import { siteHeaders } from "./security-headers.ts";

/** The app's own page, and the one that the build has rendered of its start. */
const APP = "index.html";
const LANDING = "landing.html";
const YEAR_SECONDS = 31_536_000;

/** A browser's visit, or any reading of a path that names no file: monitors and link checkers send no `text/html`. */
function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const [path = ""] = url.split("?");
  return (headers.accept ?? "").includes("text/html") || !/\.[^/]*$/.test(path);
}

/** Pages that the build has rendered, by their paths: `guides/call-by-api.html` is `/guides/call-by-api`. */
function findPages(directory: string): ReadonlyMap<string, string> {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const pages = files
    .filter((file) => file.endsWith(".html") && file !== APP)
    .map((file) => file.replaceAll(sep, "/"));
  return new Map(pages.map((file) => [file === LANDING ? "/" : `/${file.replace(/\.html$/, "")}`, file]));
}

/** The pages are made of the app's: what stands in it stands in all. */
const inlineScripts = (page: string) =>
  [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script);

/**
 * Serves the built web app: hashed assets for ever, pages revalidated, and for every path that is neither a file nor
 * a page the app's own page, so that its router can answer. A page was rendered as it is without a query: with one,
 * which may ask for other contents, the app answers; the landing page is asked for nothing by one and stays.
 * @returns the paths of the pages.
 */
export async function serveSite(app: FastifyInstance, directory: string): Promise<string[]> {
  const built = existsSync(join(directory, APP));
  const pages: ReadonlyMap<string, string> = built ? findPages(directory) : new Map();
  if (built) {
    const headers = siteHeaders(inlineScripts(readFileSync(join(directory, APP), "utf8")));
    await app.register(fastifyStatic, {
      root: directory,
      index: [LANDING, APP],
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(join(directory, "assets"));
        reply.headers(headers);
        reply.header("cache-control", hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!built || request.url.startsWith("/api") || !wantsPage(request))
      return refuseUnknownPath(request, reply);
    return reply.sendFile(pages.get(request.url) ?? APP);
  });
  return [...pages.keys()];
}
