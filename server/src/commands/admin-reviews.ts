import { userInfo } from "node:os";
import type { Config } from "../config.ts";
import { type ReportedReview, ReviewModeration } from "../modules/reviews/index.ts";
import { openDatabase } from "../platform/db/database.ts";
import { joinDatabaseServer } from "./database-server.ts";
import { OperatorError } from "./operator-error.ts";
import { quietLog } from "./quiet-log.ts";

const USAGE = `Usage: stoa admin reviews                       those that people have reported
       stoa admin reviews hide <review> <why>   take one down
       stoa admin reviews show <review>         show it again
       stoa admin reviews keep <review>         leave it, until it is reported anew`;

/** A screenful or two; the rest comes when these are decided. */
const LISTED = 50;

/** `stoa admin reviews`: what people have reported, and what the operator decides about it. */
export async function reviewsCommand(config: Config, args: string[]): Promise<void> {
  const server = await joinDatabaseServer(config, quietLog);
  const { db } = openDatabase({ url: server.url, poolSize: 2, onLost: () => {} });
  try {
    const moderation = new ReviewModeration(db);
    for (const line of await moderate(moderation, args)) console.log(line);
  } finally {
    await db.destroy();
    await server.stop();
  }
}

/** @returns what the operator is told. @throws OperatorError where there is nothing to decide. */
export async function moderate(moderation: ReviewModeration, args: string[]): Promise<string[]> {
  const [decision, reviewId, ...words] = args;
  const actor = `operator:${userInfo().username}`;
  const why = words.join(" ");
  if (decision === undefined) return inWords(await moderation.reported(LISTED));
  if (reviewId && decision === "hide" && why !== "")
    return told(await moderation.hide(reviewId, actor, why), `${reviewId} is hidden and counts no more.`);
  if (reviewId && decision === "show" && why === "")
    return told(await moderation.show(reviewId, actor), `${reviewId} is shown again.`);
  if (reviewId && decision === "keep" && why === "")
    return told(await moderation.keep(reviewId, actor), `${reviewId} stays; its reports are closed.`);
  throw new OperatorError(USAGE);
}

function told(done: boolean, line: string): string[] {
  if (!done) throw new OperatorError("There is no such review, or it is so already.");
  return [line];
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

/** Marked at each line, so that no text of a stranger reads like a line of ours. */
function quoted(text: string): string[] {
  return text.split("\n").map((line) => `  | ${line}`);
}
