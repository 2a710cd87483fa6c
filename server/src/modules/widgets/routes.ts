import {
  defineRoute,
  Ok,
  RunId,
  WidgetEvent,
  WidgetMessageRequest,
  WidgetSession,
  WidgetSessionRequest,
  WidgetTurns,
} from "@stoa/contract";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { sendEvents } from "../../platform/http/event-stream.ts";
import { HANDLED, type Mount } from "../../platform/http/mount.ts";
import type { VisitorChats } from "./visitor-chats.ts";
import type { VisitorSessions } from "./visitor-sessions.ts";

const common = { auth: "public", tag: "Widget", status: 200 } as const;
const byRun = z.object({ id: RunId });

/** The calls of visitors. Their paths are below `/embed`. */
const routes = {
  begin: defineRoute({
    ...common,
    ...{ method: "POST", path: "/sessions", summary: "Begin a session of a visitor" },
    body: WidgetSessionRequest,
    reply: WidgetSession,
  }),
  turns: defineRoute({
    ...common,
    ...{ method: "GET", path: "/messages", summary: "Get the visitor's conversation" },
    reply: WidgetTurns,
  }),
  send: defineRoute({
    ...common,
    ...{ method: "POST", path: "/messages", summary: "Send a message" },
    body: WidgetMessageRequest,
    reply: z.unknown(),
    streams: WidgetEvent,
  }),
  follow: defineRoute({
    ...common,
    ...{ method: "GET", path: "/runs/:id/events", summary: "Follow an answer" },
    params: byRun,
    reply: z.unknown(),
    streams: WidgetEvent,
  }),
  cancel: defineRoute({
    ...common,
    ...{ method: "POST", path: "/runs/:id/cancel", summary: "Stop an answer" },
    params: byRun,
    reply: Ok,
  }),
} as const;

/** How long browsers may remember that the frame may send a session: the most that Chrome accepts. */
const PREFLIGHT_SECONDS = 7_200;

/**
 * Lets pages of all origins read the replies. The frame is in a sandbox, so its own origin is opaque. Nothing here
 * depends on cookies: a session is sent by those who have it, and the key's origins are checked when it is issued.
 */
export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers({ "access-control-allow-origin": "*", "cache-control": "no-store" });
    done();
  });
  for (const path of new Set(Object.values(routes).map((route) => route.path)))
    app.options(path, (_request, reply) =>
      reply
        .headers({
          "access-control-allow-methods": "GET, POST",
          "access-control-allow-headers": "authorization, content-type",
          "access-control-max-age": String(PREFLIGHT_SECONDS),
        })
        .status(204)
        .send(),
    );
}

/** Mounts the calls of visitors on an instance whose paths begin with `/embed`. */
export function mountWidgetRoutes(
  mount: Mount,
  { sessions, chats }: { sessions: VisitorSessions; chats: VisitorChats },
): void {
  mount.open(routes.begin, ({ body, request }) => sessions.issue(request.headers.origin, body));
  mount.open(routes.turns, async ({ request }) => chats.readTurns(await sessions.open(request)));
  mount.open(routes.send, async ({ request, reply, body }) => {
    const session = await sessions.open(request);
    const runId = await chats.send(session, body, request.network);
    await sendEvents(request, reply, (gone) => chats.follow(session, runId, gone));
    return HANDLED;
  });
  mount.open(routes.follow, async ({ request, reply, params }) => {
    const session = await sessions.open(request);
    await chats.requireOwnRun(session, params.id);
    await sendEvents(request, reply, (gone) => chats.follow(session, params.id, gone));
    return HANDLED;
  });
  mount.open(routes.cancel, async ({ request, params }) => {
    await chats.cancel(await sessions.open(request), params.id);
    return { success: true } as const;
  });
}
