import { randomBytes } from "node:crypto";
import { PlanType, VISITOR_TOKEN, WIDGET_LIMITS, WIDGET_TEXTS, type WidgetSession } from "@stoa/contract";
import type { FastifyRequest } from "fastify";
import type { Signer } from "../../platform/crypto/signer.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import { AppError, unauthorized } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { AgentDirectory } from "../catalog/index.ts";
import type { Visitor } from "../conversations/index.ts";

/** A publishable key, with the person who pays for what visitors do with it. */
export interface EmbeddingKey {
  keyId: string;
  agentId: number;
  /** The origins of the pages that may embed the agent. */
  origins: readonly string[];
  /** The number of messages that one visitor may send per day. */
  visitorMessages: number;
  /** The maximum cost of a message, in nano-USD. */
  perMessage: bigint;
  userId: string;
  accountId: string;
  username: string;
  planType: string;
  isSuspended: boolean;
}

/** Finds publishable keys. The accounts module provides it. */
export interface FindPublishableKey {
  find(by: { publishableKey: string } | { keyId: string }): Promise<EmbeddingKey | undefined>;
}

export interface VisitorSessionsOptions {
  publishableKeys: FindPublishableKey;
  signer: Signer;
  directory: Pick<AgentDirectory, "get">;
}

/** A visitor of a page with an embedded agent, with the key of the page. */
export interface VisitorSession {
  key: EmbeddingKey;
  visitor: Visitor;
  /** The caller of the visitor's runs: the owner of the key, marked as a visitor. */
  caller: Caller;
}

const PREFIX = "stoa_vs_";
/** The longest credential: an origin of the maximum length, the IDs, and a signature, in base64. */
const MAX_LENGTH = 800;

/**
 * Issues and opens the sessions of visitors. A session names the key, the visitor and the origin of the page, and is
 * signed, so that nothing is stored for a visitor who says nothing. The key is looked up again for each request, so that
 * a deleted key or a removed origin ends its sessions.
 */
export class VisitorSessions {
  readonly #options: VisitorSessionsOptions;

  constructor(options: VisitorSessionsOptions) {
    this.#options = options;
  }

  /**
   * Issues a session to a page. Browsers tell the truth about the page's origin; other programs can lie, and win nothing
   * with it that the key's budget does not bound (docs/decisions/widget.md).
   * @throws AppError 403 for another origin, agent, or a suspended owner; 404 for an unknown key or a paused agent
   */
  async issue(
    origin: string | undefined,
    asked: { key: string; agent: number; visitor?: string | undefined },
  ): Promise<WidgetSession> {
    const key = await this.findKey(asked.key, asked.agent);
    if (origin === undefined) throw new AppError(403, "forbidden", WIDGET_TEXTS.noOrigin);
    if (!key.origins.includes(origin))
      throw new AppError(403, "forbidden", WIDGET_TEXTS.originNotAllowed(origin));
    const { id, name, description } = await this.#readCard(key);
    const visitor =
      asked.visitor !== undefined && VISITOR_TOKEN.test(asked.visitor)
        ? asked.visitor
        : `stoa_visitor_${randomBytes(32).toString("base64url")}`;
    const expires = Date.now() + WIDGET_LIMITS.sessionMinutes * 60_000;
    const text = [key.keyId, hashToken(visitor).toString("base64url"), expires, origin].join(" ");
    const signature = this.#options.signer.sign(text, "visitor_session");
    const session = `${PREFIX}${Buffer.from(text).toString("base64url")}.${signature}`;
    return { session, visitor, agent: { id, name, description } };
  }

  /** @throws AppError 404 for an unknown key, 403 for a key of another agent or a suspended owner */
  async findKey(publishableKey: string, agentId: number): Promise<EmbeddingKey> {
    const key = await this.#options.publishableKeys.find({ publishableKey });
    if (!key) throw new AppError(404, "not_found", WIDGET_TEXTS.unknownKey);
    if (key.agentId !== agentId) throw new AppError(403, "forbidden", WIDGET_TEXTS.otherAgent(key.agentId));
    if (key.isSuspended) throw new AppError(403, "forbidden", WIDGET_TEXTS.unavailable);
    return key;
  }

  /** Opens the session of a request. @throws AppError 401 without a valid session */
  async open({ headers }: Pick<FastifyRequest, "headers">): Promise<VisitorSession> {
    const facts = this.#read(headers.authorization);
    const key = facts && (await this.#options.publishableKeys.find({ keyId: facts.keyId }));
    if (!facts || !key || key.isSuspended || !key.origins.includes(facts.origin))
      throw unauthorized(WIDGET_TEXTS.sessionEnded);
    return {
      key,
      visitor: { keyId: key.keyId, hash: facts.hash },
      caller: createCaller(key),
    };
  }

  #read(authorization: string | undefined): { keyId: string; hash: Buffer; origin: string } | undefined {
    if (authorization === undefined || authorization.length > MAX_LENGTH) return undefined;
    const [, encoded, signature] = /^Bearer stoa_vs_([\w-]+)\.([\w-]+)$/.exec(authorization) ?? [];
    if (encoded === undefined || signature === undefined) return undefined;
    const text = Buffer.from(encoded, "base64url").toString();
    if (!this.#options.signer.verify(text, signature, "visitor_session")) return undefined;
    const [keyId = "", hash = "", expires, origin = ""] = text.split(" ");
    if (!(Number(expires) > Date.now())) return undefined;
    return { keyId, hash: Buffer.from(hash, "base64url"), origin };
  }

  /** Returns the agent as the owner of the key sees it. @throws AppError 404 if it does not run now */
  async #readCard(key: EmbeddingKey) {
    const agent = await this.#options.directory
      .get(key.agentId, createCaller(key))
      .catch((error: unknown) => {
        throw error instanceof AppError && error.status === 404 ? createPausedError() : error;
      });
    if (!agent.is_active || agent.is_archived || agent.suspension) throw createPausedError();
    return agent;
  }
}

const createPausedError = () => new AppError(404, "not_found", WIDGET_TEXTS.paused);

function createCaller({ userId, accountId, username, planType, keyId }: EmbeddingKey): Caller {
  const plan = PlanType.safeParse(planType).data ?? "free";
  return { userId, accountId, username, plan, keyId, scopes: [], isVisitor: true };
}
