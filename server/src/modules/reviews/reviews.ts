import {
  type OwnReview,
  REVIEW_TEXTS,
  type Review,
  type ReviewList,
  type ReviewRequest,
} from "@stoa/contract";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { Notify } from "../../platform/events/notify.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { presentRatings, presentReview } from "./present.ts";
import type { ReviewLimits } from "./review-limits.ts";
import {
  countRatings,
  isMember,
  readOwnReview,
  readReviewedAgent,
  readReviews,
  removeReply,
  storeReply,
  storeReport,
  storeReview,
  withdrawReview,
} from "./review-store.ts";

/** The facts about agents and their runs that reviews need. Other modules provide them. */
export interface ReviewedAgents {
  /** Returns the account that owns the agent; `undefined` if this account, or a visitor, cannot view it. */
  findOwner(agentId: number, accountId: string | undefined): Promise<string | undefined>;
  /** Returns whether this account was charged for a completed run of the agent. */
  hasPaidRun(agentId: number, accountId: string): Promise<boolean>;
}

interface ReviewsOptions {
  db: Database;
  /** Notifies developers. The notifications module provides it. */
  notify: Notify;
  agents: ReviewedAgents;
  limits: ReviewLimits;
}

/** Manages reviews by people who have paid for an agent, and developers' replies. */
export class Reviews {
  readonly #db: Database;
  readonly #notify: Notify;
  readonly #agents: ReviewedAgents;
  readonly #limits: ReviewLimits;

  constructor({ db, notify, agents, limits }: ReviewsOptions) {
    this.#db = db;
    this.#notify = notify;
    this.#agents = agents;
    this.#limits = limits;
  }

  /**
   * Returns an agent's reviews, newest first.
   * @throws AppError 404 for an agent that the caller is not allowed to view.
   */
  async list(
    agentId: number,
    caller: Caller | undefined,
    page: { limit: number; offset: number; cursor: string | undefined },
  ): Promise<ReviewList> {
    await this.#findOwner(agentId, caller);
    const rows = await readReviews(this.#db, agentId, page);
    const reviews = rows.slice(0, page.limit).map(presentReview);
    return {
      reviews,
      ...presentRatings(await countRatings(this.#db, agentId)),
      next_cursor: rows.length > page.limit ? (reviews.at(-1)?.id ?? null) : null,
    };
  }

  /**
   * Returns the caller's own review, and whether they may write one.
   * @throws AppError 404 for an agent that the caller is not allowed to view.
   */
  async getOwn(agentId: number, caller: Caller): Promise<OwnReview> {
    const row = await readOwnReview(this.#db, agentId, caller.userId);
    const refusal = await this.#refusal(agentId, caller);
    return {
      review: row ? presentReview(row) : null,
      is_hidden: row?.isHidden ?? false,
      may_review: refusal === null,
      reason: refusal,
    };
  }

  /**
   * Stores the caller's review.
   * @throws AppError 403 for a member of the owner's account and for anyone who was never charged; 404 for an agent
   * that the caller is not allowed to view; 429 after too many texts.
   */
  async write(agentId: number, caller: Caller, { rating, text }: ReviewRequest): Promise<Review> {
    await this.#limits.countText(caller.userId);
    const refusal = await this.#refusal(agentId, caller);
    if (refusal !== null) throw new AppError(403, "forbidden", refusal);
    const { userId } = caller;
    const row = await this.#db.transaction().execute(async (tx) => {
      const isNew = await storeReview(tx, { agentId, userId, rating, text });
      if (isNew) await this.#notifyDeveloper(tx, agentId, caller, rating);
      return readOwnReview(tx, agentId, userId);
    });
    if (!row) throw notFound("Review");
    return presentReview(row);
  }

  /**
   * Notifies the developer once per person and agent. A review that was deleted and written again causes no second
   * notification.
   */
  async #notifyDeveloper(tx: Tx, agentId: number, author: Caller, rating: number): Promise<void> {
    const { name, ownerAccountId } = await readReviewedAgent(tx, agentId);
    await this.#notify(tx, {
      accountId: ownerAccountId,
      kind: "new_review",
      facts: { agent_id: agentId, agent_name: name, rating },
      occasion: `review:${agentId}:${author.userId}`,
      actorId: author.userId,
    });
  }

  /**
   * Removes the author's review. This is always possible, whatever the agent's state.
   * @throws AppError 404 if there is no review.
   */
  async withdraw(agentId: number, caller: Caller): Promise<void> {
    if (!(await withdrawReview(this.#db, agentId, caller.userId))) throw notFound("Review");
  }

  /**
   * Stores the developer's reply to a review.
   * @throws AppError 404 for anyone but the agent's owner, or if there is no such review; 429 after too many texts.
   */
  async reply(agentId: number, reviewId: string, caller: Caller, text: string): Promise<Review> {
    await this.#limits.countText(caller.userId);
    await this.#requireOwner(agentId, caller);
    const row = await storeReply(this.#db, agentId, reviewId, text);
    if (!row) throw notFound("Review");
    return presentReview(row);
  }

  /** @throws AppError 404 for anyone but the agent's owner, or if there is no reply. */
  async withdrawReply(agentId: number, reviewId: string, caller: Caller): Promise<void> {
    await this.#requireOwner(agentId, caller);
    if (!(await removeReply(this.#db, agentId, reviewId))) throw notFound("Reply");
  }

  /**
   * Stores a report for the operator.
   * @throws AppError 404 if there is no such review; 409 for a second report by the same person; 429 after too many
   * reports.
   */
  async report(agentId: number, reviewId: string, caller: Caller, reason: string): Promise<void> {
    await this.#limits.report(caller.userId);
    await this.#findOwner(agentId, caller);
    const outcome = await storeReport(this.#db, { agentId, reviewId, userId: caller.userId, reason });
    if (outcome === "no_review") throw notFound("Review");
    if (outcome === "reported_before") throw new AppError(409, "conflict", REVIEW_TEXTS.reported);
  }

  /**
   * Returns why this person is not allowed to review an agent, or null if they are.
   * @throws AppError 404 for an agent that they are not allowed to view.
   */
  async #refusal(agentId: number, caller: Caller): Promise<string | null> {
    const owner = await this.#findOwner(agentId, caller);
    if (owner === caller.accountId || (await isMember(this.#db, caller.userId, owner)))
      return REVIEW_TEXTS.ownAgent;
    return (await this.#agents.hasPaidRun(agentId, caller.accountId)) ? null : REVIEW_TEXTS.notCharged;
  }

  async #findOwner(agentId: number, caller: Caller | undefined): Promise<string> {
    const owner = await this.#agents.findOwner(agentId, caller?.accountId);
    if (owner === undefined) throw notFound("Agent");
    return owner;
  }

  async #requireOwner(agentId: number, caller: Caller): Promise<void> {
    if ((await this.#findOwner(agentId, caller)) !== caller.accountId) throw notFound("Agent");
  }
}
