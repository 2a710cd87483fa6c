import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuseUnknownPath } from "./error-handler.ts";
import { siteHeaders } from "./security-headers.ts";

/** The app's own page, and the one that the build has rendered of its start. */
const APP = "index.html";
const LANDING = "landing.html";
/** Beside the build's manifest. */
const APP_PATHS = ".vite/paths.json";
const YEAR_SECONDS = 31_536_000;

/** Addresses for programs, now or soon: what is not there is told in JSON, never by the app's page. */
const FOR_PROGRAMS = /^\/(api|v1|mcp)(\/|\?|$)/;

export interface Site {
  /** The paths of the pages that the build rendered. */
  pages: string[];
  /** What every page of the site says in its head; undefined if the web app has not been built. */
  headers: Readonly<Record<string, string>> | undefined;
}

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

/** The addresses that the app's router knows, written by the build: `/agent/$id`, `/docs/$part`. */
function readAppPaths(directory: string): RegExp[] {
  const paths: unknown = JSON.parse(readFileSync(join(directory, APP_PATHS), "utf8"));
  if (!Array.isArray(paths)) throw new Error(`${APP_PATHS} holds no list of paths`);
  return paths.map((path) => {
    const parts = String(path).split("/");
    return new RegExp(`^${parts.map((part) => (part.startsWith("$") ? "[^/]+" : part)).join("/")}/?$`);
  });
}

/** The pages are made of the app's: what is in it is in all. */
const inlineScripts = (page: string) =>
  [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script);

/**
 * Serves the built web app: hashed assets for ever, pages revalidated, and for every path that is neither a file nor
 * a page the app's own page, so that its router can answer, with status 404 if that knows no such address. A page was rendered as it is without a query: with one,
 * which may ask for other contents, the app answers; the landing page is asked for nothing by one and stays.
 * Returns the paths of the pages, and the headers of the site if it has been built.
 */
export async function serveSite(app: FastifyInstance, directory: string): Promise<Site> {
  const built = existsSync(join(directory, APP_PATHS));
  const pages: ReadonlyMap<string, string> = built ? findPages(directory) : new Map();
  const appPaths = built ? readAppPaths(directory) : [];
  const headers = built ? siteHeaders(inlineScripts(readFileSync(join(directory, APP), "utf8"))) : undefined;
  if (headers) {
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
    if (!built || FOR_PROGRAMS.test(request.url) || !wantsPage(request))
      return refuseUnknownPath(request, reply);
    const [path = ""] = request.url.split("?");
    const isKnown = appPaths.some((pattern) => pattern.test(path));
    return reply.code(isKnown ? 200 : 404).sendFile(pages.get(request.url) ?? APP);
  });
  return { pages: [...pages.keys()], headers };
}
