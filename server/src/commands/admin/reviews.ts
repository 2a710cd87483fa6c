import { type ReportedReview, ReviewModeration } from "../../modules/reviews/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand, Answer } from "./admin-command.ts";

const USAGE = "Usage: stoa admin reviews [hide <review> <why> | show <review> | keep <review>]";

/** One or two screens. The rest follows after these are decided. */
const LISTED = 50;

export const reviews: AdminCommand = {
  name: "reviews",
  takes: "[hide|show|keep <review>]",
  summary: "what people have reported; hide, show or keep it",
  explains: `Without more it lists the reviews that people have reported, with reasons.
  hide <review> <why>   take one down for good, also when written again
  show <review>         show a hidden review again
  keep <review>         leave it as it is, until it is reported anew`,
  run: ({ db, actor }, { words }) => moderate(new ReviewModeration(db), actor, words),
};

/**
 * Lists reported reviews or decides one. @throws OperatorError for invalid arguments, or if there is nothing to
 * decide.
 */
export async function moderate(moderation: ReviewModeration, actor: string, args: string[]): Promise<Answer> {
  const [decision, reviewId, ...words] = args;
  const why = words.join(" ");
  if (decision === undefined) {
    const reported = await moderation.reported(LISTED);
    return { lines: inWords(reported), data: { reviews: reported } };
  }
  if (reviewId && decision === "hide" && why !== "")
    return told(await moderation.hide(reviewId, actor, why), `${reviewId} is hidden and counts no more.`);
  if (reviewId && decision === "show" && why === "")
    return told(await moderation.show(reviewId, actor), `${reviewId} is shown again.`);
  if (reviewId && decision === "keep" && why === "")
    return told(await moderation.keep(reviewId, actor), `${reviewId} stays; its reports are closed.`);
  throw new OperatorError(USAGE);
}

function told(done: boolean, line: string): Answer {
  if (!done) throw new OperatorError("There is no such review, or it is so already.");
  return { lines: [line], data: { done } };
}

function inWords(reviews: ReportedReview[]): string[] {
  if (reviews.length === 0) return ["No review is reported."];
  return reviews.flatMap((review) => [
    `${review.reviewId}  ${review.reports} ${review.reports === 1 ? "report" : "reports"}`,
    `  ${review.rating} of 5 for ${review.agentName} (agent ${review.agentId}), by ${review.username}`,
    ...quoted(review.text),
    ...review.reasons.map((reason) => `  reported: ${reason.replaceAll("\n", " ")}`),
    "",
  ]);
}

/** Prefixes each line, so that a user's text cannot be mistaken for output of the command. */
function quoted(text: string): string[] {
  return text.split("\n").map((line) => `  | ${line}`);
}
