import { NUMBER_MAX } from "@stoa/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { hasTag } from "../../platform/http/fixed-document.ts";
import type { Mount } from "../../platform/http/mount.ts";
import type { CardService } from "./card-service.ts";
import type { SignedCard } from "./signed-cards.ts";

/** The path of a card below the URL of its agent. */
export const CARD_PATH = "/.well-known/agent-card.json";
export const KEY_SET_PATH = "/jwks.json";

/** How long caches may keep a card. A suspended or changed agent is gone from caches within a minute. */
const MAX_AGE_SECONDS = 60;

/** Cards need no credential, unless the agent is private. Every reader counts toward the limit of reads. */
const ADMITS = { method: "GET", auth: "optional", scope: "read" } as const;

interface CardParams {
  Params: { agent: string };
}

/** Mounts the cards of agents and the public keys of signatures below `/a2a`. */
export function mountCardRoutes(app: FastifyInstance, mount: Mount, cards: CardService): void {
  const onRequest = mount.admit(ADMITS);
  app.get<CardParams>(`/agents/:agent${CARD_PATH}`, { onRequest }, async (request, reply) => {
    const { card, isPrivate } = await cards.readAgentCard(parseAgentId(request.params.agent), request.caller);
    return sendCard(request, reply, card, isPrivate ? "private" : "public");
  });
  app.get(`/store${CARD_PATH}`, { onRequest }, async (request, reply) =>
    sendCard(request, reply, await cards.readStoreCard(), "public"),
  );
  app.get(KEY_SET_PATH, { onRequest }, (_request, reply) =>
    reply
      .header("cache-control", `public, max-age=${MAX_AGE_SECONDS}`)
      .type("application/jwk-set+json")
      .send(cards.getKeySet()),
  );
}

/** Mounts the store's card at the path at which clients look for it. */
export function mountWellKnownCard(app: FastifyInstance, mount: Mount, cards: CardService): void {
  app.get("/agent-card.json", { onRequest: mount.admit(ADMITS) }, async (request, reply) =>
    sendCard(request, reply, await cards.readStoreCard(), "public"),
  );
}

/** @throws AppError 404 for a text that is no ID of an agent */
export function parseAgentId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > NUMBER_MAX)
    throw new AppError(404, "not_found", "Agent not found");
  return Number(text);
}

function sendCard(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, tag }: SignedCard,
  cache: "public" | "private",
): FastifyReply {
  reply.headers({
    etag: tag,
    "cache-control": `${cache}, max-age=${MAX_AGE_SECONDS}`,
    vary: "authorization, x-api-key",
  });
  if (hasTag(request.headers["if-none-match"], tag)) return reply.status(304).send();
  return reply.type("application/json").send(body);
}
