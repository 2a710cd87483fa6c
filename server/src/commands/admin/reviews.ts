import { type ReportedReview, ReviewModeration } from "../../modules/reviews/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand, CommandResult } from "./admin-command.ts";

const USAGE = "Usage: stoa admin reviews [hide <review> <why> | show <review> | keep <review>]";

/** The number of reviews to list: one or two screens. The rest are listed once these are decided. */
const LISTED = 50;

export const reviews: AdminCommand = {
  name: "reviews",
  takes: "[hide|show|keep <review>]",
  summary: "list reported reviews; hide, show or keep them",
  explains: `Without arguments, lists reported reviews with the reasons.
  hide <review> <why>   hide a review permanently, even if it is edited
  show <review>         show a hidden review again
  keep <review>         dismiss the reports; a new report lists it again`,
  run: ({ db, actor }, { words }) => moderate(new ReviewModeration(db), actor, words),
};

/**
 * Lists reported reviews or decides one. @throws OperatorError for invalid arguments, or if there is nothing to
 * decide.
 */
export async function moderate(
  moderation: ReviewModeration,
  actor: string,
  args: string[],
): Promise<CommandResult> {
  const [decision, reviewId, ...words] = args;
  const why = words.join(" ");
  if (decision === undefined) {
    const reported = await moderation.listReported(LISTED);
    return { lines: formatReviews(reported), data: { reviews: reported } };
  }
  if (reviewId && decision === "hide" && why !== "")
    return createResult(
      await moderation.hide(reviewId, actor, why),
      `${reviewId} is hidden and no longer counts toward the rating.`,
    );
  if (reviewId && decision === "show" && why === "")
    return createResult(await moderation.show(reviewId, actor), `${reviewId} is visible again.`);
  if (reviewId && decision === "keep" && why === "")
    return createResult(
      await moderation.keep(reviewId, actor),
      `${reviewId} stays visible. Its reports are closed.`,
    );
  throw new OperatorError(USAGE);
}

function createResult(done: boolean, line: string): CommandResult {
  if (!done) throw new OperatorError("The review does not exist or is already in this state.");
  return { lines: [line], data: { done } };
}

function formatReviews(reviews: ReportedReview[]): string[] {
  if (reviews.length === 0) return ["No reported reviews."];
  return reviews.flatMap((review) => [
    `${review.reviewId}  ${review.reports} ${review.reports === 1 ? "report" : "reports"}`,
    `  ${review.rating} of 5 for ${review.agentName} (agent ${review.agentId}), by ${review.username}`,
    ...quoteLines(review.text),
    ...review.reasons.map((reason) => `  reported: ${reason.replaceAll("\n", " ")}`),
    "",
  ]);
}

/** Prefixes each line, so that a user's text cannot be mistaken for output of the command. */
function quoteLines(text: string): string[] {
  return text.split("\n").map((line) => `  | ${line}`);
}
