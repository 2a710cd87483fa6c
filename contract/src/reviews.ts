import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { AgentId, createEntryCursor, NextCursor, Ok, pageQuery, Timestamp } from "./values.ts";

export const REVIEW_TEXTS = {
  ownAgent: "You cannot review your own agent.",
  notCharged: "You can review this agent once you have paid for a completed run of it.",
  reported: "You already reported this review.",
  tooManyTexts: "You sent too many reviews and replies.",
  tooManyReports: "You sent too many reports.",
} as const;

/**
 * Matches control characters except tab and line feed, unpaired surrogates, and marks that change the text direction.
 * They make text unreadable or misleading.
 */
const UNREADABLE = /(?![\t\n])\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u;
/** Matches a visible character: a letter, a number, a punctuation mark or a symbol. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns the schema of user text that is shown without interpreting markup. */
const createPlainText = (name: string, maxLength: number) =>
  z
    .string({ error: `${name} is required` })
    .overwrite((text) => text.replaceAll(/\r\n?/g, "\n").trim())
    .min(1, `${name} is required`)
    .max(maxLength, `${name} must be at most ${maxLength} characters long`)
    .refine((text) => !UNREADABLE.test(text), `${name} contains characters that cannot be displayed`)
    .refine((text) => VISIBLE.test(text), `${name} is required`);

const RATING_RANGE = "Rating must be a whole number from 1 to 5";
const Rating = z.int({ error: RATING_RANGE }).min(1, RATING_RANGE).max(5, RATING_RANGE);

export const ReviewReply = z
  .object({ text: z.string(), created_at: Timestamp, updated_at: Timestamp })
  .meta({ id: "ReviewReply" });
export type ReviewReply = z.infer<typeof ReviewReply>;

/** A user's opinion of an agent that they have paid for. */
export const Review = z
  .object({
    id: z.string(),
    agent_id: z.int(),
    username: z.string().meta({ description: "Username of the author" }),
    rating: z.int().min(1).max(5).meta({ description: "Rating from 1 to 5" }),
    text: z.string().meta({ description: "Text of the review, as plain text" }),
    created_at: Timestamp,
    updated_at: Timestamp,
    reply: ReviewReply.nullable().meta({ description: "Reply of the developer; null if there is none" }),
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof Review>;

const Stars = z.int().min(0);

export const ReviewList = z
  .object({
    reviews: z.array(Review).meta({ description: "Reviews of the agent, newest first" }),
    total: z.int(),
    average_rating: z
      .number()
      .nullable()
      .meta({ description: "Average of all ratings; null without reviews" }),
    distribution: z
      .object({ 1: Stars, 2: Stars, 3: Stars, 4: Stars, 5: Stars })
      .meta({ description: "Number of reviews per rating" }),
    next_cursor: NextCursor,
  })
  .meta({ id: "ReviewList" });
export type ReviewList = z.infer<typeof ReviewList>;

/** The caller's review of an agent, if there is one, and whether they may write one. */
export const OwnReview = z
  .object({
    review: Review.nullable(),
    is_hidden: z
      .boolean()
      .meta({ description: "Whether an operator hid the review. Only its author can see a hidden review" }),
    may_review: z.boolean(),
    reason: z.string().nullable().meta({ description: "Why you cannot write a review; null if you can" }),
  })
  .meta({ id: "OwnReview" });
export type OwnReview = z.infer<typeof OwnReview>;

export const ReviewRequest = z
  .strictObject({
    rating: Rating.meta({ description: "Rating from 1 to 5" }),
    text: createPlainText("Text", LIMITS.reviewMaxLength),
  })
  .meta({ id: "ReviewRequest" });
export type ReviewRequest = z.infer<typeof ReviewRequest>;

export const ReviewReplyRequest = z
  .strictObject({ text: createPlainText("Text", LIMITS.reviewMaxLength) })
  .meta({ id: "ReviewReplyRequest" });

export const ReviewReportRequest = z
  .strictObject({ reason: createPlainText("Reason", LIMITS.reportReasonMaxLength) })
  .meta({ id: "ReviewReportRequest" });

const tag = "Reviews";
const ReviewId = z.string().regex(/^rev_[0-9a-f]{32}$/);
const byAgent = z.object({ id: AgentId });
const byReview = z.object({ id: AgentId, review_id: ReviewId });

export const ReviewListQuery = z.object({
  ...pageQuery,
  cursor: createEntryCursor("rev"),
});

export const reviewRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/agents/:id/reviews",
    auth: "optional",
    scope: "read",
    tag,
    summary: "List an agent's reviews",
    params: byAgent,
    query: ReviewListQuery,
    status: 200,
    reply: ReviewList,
    fails: [404],
  }),
  own: defineRoute({
    method: "GET",
    path: "/agents/:id/review",
    auth: "session",
    scope: "read",
    tag,
    summary: "Get your review of an agent",
    params: byAgent,
    status: 200,
    reply: OwnReview,
    fails: [401, 404],
  }),
  write: defineRoute({
    method: "PUT",
    path: "/agents/:id/review",
    auth: "session",
    scope: "account:write",
    tag,
    summary: "Write a review",
    params: byAgent,
    body: ReviewRequest,
    status: 200,
    reply: Review,
    fails: [401, 403, 404, 429],
  }),
  withdraw: defineRoute({
    method: "DELETE",
    path: "/agents/:id/review",
    auth: "session",
    scope: "account:write",
    tag,
    summary: "Delete your review",
    params: byAgent,
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
  reply: defineRoute({
    method: "PUT",
    path: "/agents/:id/reviews/:review_id/reply",
    auth: "session",
    scope: "agents:write",
    tag,
    summary: "Reply to a review",
    params: byReview,
    body: ReviewReplyRequest,
    status: 200,
    reply: Review,
    fails: [401, 404, 429],
  }),
  withdrawReply: defineRoute({
    method: "DELETE",
    path: "/agents/:id/reviews/:review_id/reply",
    auth: "session",
    scope: "agents:write",
    tag,
    summary: "Delete your reply",
    params: byReview,
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
  report: defineRoute({
    method: "POST",
    path: "/agents/:id/reviews/:review_id/report",
    auth: "session",
    scope: "account:write",
    tag,
    summary: "Report a review",
    params: byReview,
    body: ReviewReportRequest,
    status: 201,
    reply: Ok,
    fails: [401, 404, 409, 429],
  }),
} as const;
