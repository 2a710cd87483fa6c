import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { refuseUnknownPath } from "./error-handler.ts";
import { SITE_HEADERS } from "./security-headers.ts";

const YEAR_SECONDS = 31_536_000;

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
    const wantsPage = request.method === "GET" && (request.headers.accept ?? "").includes("text/html");
    if (!built || !wantsPage || request.url.startsWith("/api")) return refuseUnknownPath(request, reply);
    return reply.sendFile("index.html");
  });
}
