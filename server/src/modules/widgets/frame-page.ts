import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { Mount } from "../../platform/http/mount.ts";
import { parsePart } from "../../platform/http/mount.ts";
import { createFrameHeaders } from "../../platform/http/security-headers.ts";
import { FRAME_PAGE } from "../../platform/http/static-site.ts";
import type { VisitorSessions } from "./visitor-sessions.ts";

const Params = z.object({ agent: z.coerce.number().int() });
const Query = z.object({ key: z.string().max(60) });

interface FramePageOptions {
  sessions: VisitorSessions;
  publicUrl: string;
  /** The folder of the built web app. */
  site: string;
}

/**
 * Serves the page of the frame, `/embed/{agent}?key=...`. Browsers show it only within pages of the key's origins, and
 * always in a sandbox: even if a site leaves out the sandbox of its frame, the page cannot reach the store's own storage.
 */
export function serveFramePage(app: FastifyInstance, mount: Mount, options: FramePageOptions): void {
  const file = join(options.site, FRAME_PAGE);
  const page = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  if (page === undefined) return;
  app.get(
    "/:agent",
    { onRequest: mount.admit({ method: "GET", auth: "public" }) },
    async (request, reply) => {
      const { agent } = parsePart(Params, request.params);
      const { key: publishableKey } = parsePart(Query, request.query);
      const { origins } = await options.sessions.findKey(publishableKey, agent);
      return reply
        .headers(createFrameHeaders(options.publicUrl, origins))
        .type("text/html; charset=utf-8")
        .send(page);
    },
  );
}
