import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuseUnknownPath } from "./error-handler.ts";
import { SITE_HEADERS } from "./security-headers.ts";

const YEAR_SECONDS = 31_536_000;

/** A browser's visit, or any reading of a path that names no file: monitors and link checkers send no `text/html`. */
function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const [path = ""] = url.split("?");
  return (headers.accept ?? "").includes("text/html") || !/\.[^/]*$/.test(path);
}

/**
 * Serves the built web app: hashed assets for ever, pages revalidated, and the app's page for every path that
 * is not a file, so that its own router can answer.
 */
export async function serveSite(app: FastifyInstance, directory: string): Promise<void> {
  const built = existsSync(join(directory, "index.html"));
  if (built)
    await app.register(fastifyStatic, {
      root: directory,
      index: ["index.html"],
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(join(directory, "assets"));
        reply.headers(SITE_HEADERS);
        reply.header("cache-control", hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
      },
    });
  app.setNotFoundHandler((request, reply) => {
    if (!built || request.url.startsWith("/api") || !wantsPage(request))
      return refuseUnknownPath(request, reply);
    return reply.sendFile("index.html");
  });
}
