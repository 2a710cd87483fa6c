import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuseUnknownPath } from "./error-handler.ts";
import { unescapeHtml } from "./html.ts";
import { createSiteHeaders, NOT_INDEXED, SHARED_FILE_HEADERS } from "./security-headers.ts";

/** The app's page, and the landing page that the build has rendered. */
const APP = "index.html";
const LANDING = "landing.html";
/** The page of embedded chats, which is served for each publishable key with headers of its own. */
export const FRAME_PAGE = "widget-frame.html";
/** The script with which pages of other origins embed agents. */
const WIDGET = "widget.js";
/** How long browsers use the widget before they ask again. A new version is on all pages within this time. */
const WIDGET_SECONDS = 600;
/** The file with the app's paths, in the same folder as the build's manifest. */
const APP_PATHS = ".vite/paths.json";
const YEAR_SECONDS = 31_536_000;

/** Current and future paths for programs: a 404 below them is JSON, never the app's page. */
const FOR_PROGRAMS = /^\/(api|v1|mcp|embed|\.well-known)(\/|\?|$)/;

/** The pages that people share by link. */
const SHARED_PAGES = /^\/(shared|shared-runs)\//;

/** A page that the build has rendered, with what its head says about it. */
export interface SitePage {
  path: string;
  title: string;
  description: string;
}

export interface Site {
  /** The rendered pages, in the order of their paths. */
  pages: readonly SitePage[];
  /** The headers of every page of the site; undefined if the web app has not been built. */
  headers: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns whether to reply with a page: to a browser, and for every path without a file extension, because monitors and
 * link checkers do not send `text/html`.
 */
function isPageRequest({ method, headers, url }: FastifyRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const [path = ""] = url.split("?");
  return (headers.accept ?? "").includes("text/html") || !/\.[^/]*$/.test(path);
}

/** Returns the rendered pages, keyed by path: `guides/call-by-api.html` is served as `/guides/call-by-api`. */
function findPages(directory: string): ReadonlyMap<string, string> {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const pages = files
    .filter((file) => file.endsWith(".html") && file !== APP && file !== FRAME_PAGE)
    .map((file) => file.replaceAll(sep, "/"));
  return new Map(pages.map((file) => [file === LANDING ? "/" : `/${file.replace(/\.html$/, "")}`, file]));
}

/** Reads what the head of a rendered page says about it. */
function readPage(directory: string, path: string, file: string): SitePage {
  const html = readFileSync(join(directory, file), "utf8");
  const find = (pattern: RegExp) => unescapeHtml(pattern.exec(html)?.[1] ?? "");
  return {
    path,
    title: find(/<title>([\s\S]*?)<\/title>/).replace(/ · Stoa$/, ""),
    description: find(/<meta\s+name="description"\s+content="([^"]*)"/),
  };
}

/** Returns patterns for the paths of the app's router, which the build lists: `/agent/$id`, `/docs/$part`. */
function readAppPaths(directory: string): RegExp[] {
  const paths: unknown = JSON.parse(readFileSync(join(directory, APP_PATHS), "utf8"));
  if (!Array.isArray(paths)) throw new Error(`${APP_PATHS} does not contain a list of paths`);
  return paths.map((path) => {
    const parts = String(path).split("/");
    return new RegExp(`^${parts.map((part) => (part.startsWith("$") ? "[^/]+" : part)).join("/")}/?$`);
  });
}

/**
 * Returns the inline scripts of the app's page. The rendered pages are derived from this page and contain the same
 * scripts.
 */
const findInlineScripts = (page: string) =>
  [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script);

/**
 * Serves the built web app. Hashed assets are cached without expiry, and pages are revalidated. Every other page
 * request gets the app's page, so that its router can respond, with status 404 if the router does not know the path.
 * A rendered page is used only without a query, because a query may select other content; the landing page ignores its
 * query and is always used. Returns the paths of the pages, and the headers of the site if it has been built.
 */
export async function serveSite(app: FastifyInstance, directory: string): Promise<Site> {
  const built = existsSync(join(directory, APP_PATHS));
  const pages: ReadonlyMap<string, string> = built ? findPages(directory) : new Map();
  const appPaths = built ? readAppPaths(directory) : [];
  const headers = built
    ? createSiteHeaders(findInlineScripts(readFileSync(join(directory, APP), "utf8")))
    : undefined;
  if (headers) {
    await app.register(fastifyStatic, {
      root: directory,
      index: [LANDING, APP],
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(join(directory, "assets"));
        reply.headers(headers);
        const isWidget = path.startsWith(join(directory, WIDGET));
        if (hashed || isWidget) reply.headers(SHARED_FILE_HEADERS);
        if (hashed) reply.header("cache-control", `public, max-age=${YEAR_SECONDS}, immutable`);
        else reply.header("cache-control", isWidget ? `public, max-age=${WIDGET_SECONDS}` : "no-cache");
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!built || FOR_PROGRAMS.test(request.url) || !isPageRequest(request))
      return refuseUnknownPath(request, reply);
    const [path = ""] = request.url.split("?");
    if (SHARED_PAGES.test(path)) reply.headers(NOT_INDEXED);
    const isKnown = appPaths.some((pattern) => pattern.test(path));
    return reply.code(isKnown ? 200 : 404).sendFile(pages.get(request.url) ?? APP);
  });
  const paths = [...pages].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { pages: paths.map(([path, file]) => readPage(directory, path, file)), headers };
}
