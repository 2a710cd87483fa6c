import {
  CONVERSATION_TEXTS,
  type Conversation,
  type ConversationList,
  type CreateConversationRequest,
  type SharedConversation,
  type Turn,
  type TurnList,
  type UpdateConversationRequest,
  usdToNano,
} from "@stoa/contract";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { AppError, invalidField, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import {
  deleteConversation,
  findConversation,
  insertConversation,
  type ListPosition,
  listConversations,
  lockConversation,
  updateConversation,
} from "./conversation-store.ts";
import { createLink, deleteLink, findLinked } from "./link-store.ts";
import { presentConversation, presentShared, presentTurn } from "./present.ts";
import { type CreateLinks, readTurnFiles } from "./turn-files.ts";
import { copyPath, hasTurn, listTurns, type OpenContents, readPath, type TurnRow } from "./turn-store.ts";

export interface ConversationsOptions {
  db: Database;
  contents: OpenContents;
  /** Encrypts titles. */
  contentVault: ContentVault;
  /** Returns undefined for an agent that this account may not view. The catalog provides it. */
  findAgent: (agentId: number, accountId: string) => Promise<unknown>;
  /** Returns a link to a file's content that works for a short time. The files module provides it. */
  createFileLinks: CreateLinks;
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
}

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  agent_id?: number | undefined;
  search?: string | undefined;
}

/** Manages the conversations of people. Only the person sees one, and everyone who has its link. */
export class Conversations {
  readonly #options: ConversationsOptions;

  constructor(options: ConversationsOptions) {
    this.#options = options;
  }

  /** @throws AppError 404 for an agent that the caller may not view */
  async create(caller: Caller, asked: CreateConversationRequest): Promise<Conversation> {
    const { db, contentVault, findAgent } = this.#options;
    const { accountId, userId } = caller;
    if ((await findAgent(asked.agent_id, accountId)) === undefined) throw notFound("Agent");
    const id = await insertConversation(db, contentVault, {
      accountId,
      userId,
      agentId: asked.agent_id,
      title: asked.title,
      maxCost: asked.max_cost === undefined ? undefined : usdToNano(asked.max_cost),
    });
    return this.get(caller, id);
  }

  async list(caller: Caller, { limit, cursor, agent_id, search }: ListQuery): Promise<ConversationList> {
    const { db, contentVault } = this.#options;
    const rows = await listConversations(db, contentVault, caller.userId, {
      agentId: agent_id,
      search,
      after: cursor === undefined ? undefined : decodePosition(cursor),
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      conversations: page.map(presentConversation),
      next_cursor:
        rows.length > limit && last ? encodePosition({ updatedAt: last.updated_at, id: last.id }) : null,
    };
  }

  /** @throws AppError 404 if the caller has no such conversation */
  async get(caller: Caller, id: string): Promise<Conversation> {
    const row = await findConversation(this.#options.db, this.#options.contentVault, caller.userId, id);
    if (!row) throw notFound("Conversation");
    return presentConversation(row);
  }

  /** @throws AppError 400 for an unknown turn, 404 if the caller has no such conversation */
  async update(caller: Caller, id: string, asked: UpdateConversationRequest): Promise<Conversation> {
    const { title, max_cost: maxCost, current_turn: currentTurn } = asked;
    await this.#withLocked(caller, id, async (tx) => {
      if (currentTurn !== undefined && !(await hasTurn(tx, id, currentTurn)))
        throw invalidField("current_turn", `The conversation has no turn ${currentTurn}`);
      const cap = maxCost === undefined || maxCost === null ? maxCost : usdToNano(maxCost);
      const conversation = { id, userId: caller.userId };
      await updateConversation(tx, this.#options.contentVault, conversation, {
        title,
        maxCost: cap,
        currentTurn,
      });
    });
    return this.get(caller, id);
  }

  /**
   * Deletes a conversation and the contents of its runs.
   * @throws AppError 404 if the caller has no such conversation, 409 while one of its turns is active
   */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.#withLocked(caller, id, async (tx) => {
      if (!(await deleteConversation(tx, caller.accountId, id)))
        throw new AppError(409, "conflict", CONVERSATION_TEXTS.activeTurn);
    });
  }

  /** Lists turns, the newest first. @throws AppError 404 if the caller has no such conversation */
  async turns(
    caller: Caller,
    id: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<TurnList> {
    await this.get(caller, id);
    const before = cursor === undefined ? undefined : Number(cursor);
    const rows = await listTurns(this.#options, id, { before, limit: limit + 1 });
    const turns = await this.#present(caller.accountId, rows.slice(0, limit));
    return { turns, next_cursor: rows.length > limit ? String(turns.at(-1)?.turn) : null };
  }

  /**
   * Copies a turn and the turns that it follows into a new conversation.
   * @throws AppError 400 for an unknown turn, 404 if the caller has no such conversation
   */
  async branch(caller: Caller, id: string, turn: number): Promise<Conversation> {
    const { accountId, userId } = caller;
    const branch = await this.#withLocked(caller, id, async (tx, { agentId, title }) => {
      if (!(await hasTurn(tx, id, turn))) throw invalidField("turn", `The conversation has no turn ${turn}`);
      const values = { accountId, userId, agentId, title: title ?? undefined, maxCost: undefined };
      const copy = await insertConversation(tx, this.#options.contentVault, values);
      await copyPath(tx, id, turn, copy);
      return copy;
    });
    return this.get(caller, branch);
  }

  /**
   * Creates a link to the turns up to the current one, and revokes the earlier link.
   * @throws AppError 404 if the caller has no such conversation, 409 if it has no turns
   */
  async share(caller: Caller, id: string): Promise<{ url: string }> {
    const token = await this.#withLocked(caller, id, (tx, { currentTurn }) => {
      if (currentTurn === null) throw new AppError(409, "conflict", CONVERSATION_TEXTS.nothingToShare);
      return createLink(tx, id, currentTurn);
    });
    return { url: `${this.#options.publicUrl}/shared/${token}` };
  }

  /** Revokes the link. @throws AppError 404 if the caller has no such conversation */
  async unshare(caller: Caller, id: string): Promise<void> {
    await this.#withLocked(caller, id, (tx) => deleteLink(tx, id));
  }

  /** @throws AppError 404 for an unknown or revoked link */
  async readShared(token: string): Promise<SharedConversation> {
    const { db, contentVault, createFileLinks } = this.#options;
    const linked = await findLinked(db, contentVault, token);
    if (!linked) throw notFound("Shared conversation");
    const path = await readPath(this.#options, linked.id, linked.last_turn);
    return presentShared(linked, path, await readTurnFiles(db, linked.account_id, path, createFileLinks));
  }

  /** Returns all turns of the current path. @throws AppError 404 if the caller has no such conversation */
  async export(caller: Caller, id: string): Promise<{ conversation: Conversation; turns: Turn[] }> {
    const conversation = await this.get(caller, id);
    const { current_turn: current } = conversation;
    const path = current === null ? [] : await readPath(this.#options, id, current);
    return { conversation, turns: await this.#present(caller.accountId, path) };
  }

  async #present(accountId: string, rows: readonly TurnRow[]): Promise<Turn[]> {
    const { db, createFileLinks } = this.#options;
    const files = await readTurnFiles(db, accountId, rows, createFileLinks);
    return rows.map((row) => presentTurn(row, files));
  }

  async #withLocked<T>(
    caller: Caller,
    id: string,
    work: (tx: Tx, locked: NonNullable<Awaited<ReturnType<typeof lockConversation>>>) => Promise<T>,
  ): Promise<T> {
    return this.#options.db.transaction().execute(async (tx) => {
      const locked = await lockConversation(tx, this.#options.contentVault, caller.userId, id);
      if (!locked) throw notFound("Conversation");
      return work(tx, locked);
    });
  }
}

const CURSOR = /^(\d{1,15})\.(conv_[0-9a-f]{32})$/;

/** Returns the cursor of the page after a conversation. */
function encodePosition({ updatedAt, id }: ListPosition): string {
  return `${updatedAt.getTime()}.${id}`;
}

/** @throws AppError 400 for a cursor that is not from this list */
function decodePosition(cursor: string): ListPosition {
  const [, time, id] = CURSOR.exec(cursor) ?? [];
  if (time === undefined || id === undefined)
    throw invalidField("cursor", "cursor must be from a page of this list");
  return { updatedAt: new Date(Number(time)), id };
}
