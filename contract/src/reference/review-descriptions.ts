import { LIMITS } from "../limits.ts";
import { reviewRoutes } from "../reviews.ts";
import { describe } from "./operation-descriptions.ts";

const NO_AGENT = { not_found: "The agent does not exist, or you have no access to it." };
const NO_REVIEW_OF_YOURS = { not_found: "The agent does not exist, or you have not reviewed it." };
const NOT_YOUR_AGENT = { not_found: "You have no such agent, or it has no such review." };
const TOO_MANY_TEXTS = {
  rate_limited: "Too many reviews and replies in the last hour, or too many requests.",
};

export const reviewDescriptions = describe(reviewRoutes, {
  list: {
    description:
      "Lists the reviews of an agent, newest first, with their average and the number of each rating.",
    errors: { 404: NO_AGENT },
  },
  own: {
    description: "Returns your review of an agent and whether you may write one; if not, also the reason.",
    errors: { 404: NO_AGENT },
  },
  write: {
    description: `Creates or updates your review of an agent: a rating from 1 to 5 and plain text of at most ${LIMITS.reviewMaxLength} characters. You can review an agent after a completed run that you paid for, but not your own agents.`,
    errors: {
      403: { forbidden: "You have not paid for a completed run of this agent, or it is your own agent." },
      404: NO_AGENT,
      429: TOO_MANY_TEXTS,
    },
  },
  withdraw: { description: "Deletes your review of an agent.", errors: { 404: NO_REVIEW_OF_YOURS } },
  reply: {
    description: `Replies to a review of one of your agents, or changes the reply, which is plain text of at most ${LIMITS.reviewMaxLength} characters.`,
    errors: { 404: NOT_YOUR_AGENT, 429: TOO_MANY_TEXTS },
  },
  withdrawReply: { description: "Deletes your reply to a review.", errors: { 404: NOT_YOUR_AGENT } },
  report: {
    description: `Reports a review to the operators of this server, with a reason of at most ${LIMITS.reportReasonMaxLength} characters. You can report a review once.`,
    errors: {
      404: { not_found: "The review does not exist." },
      409: { conflict: "You have already reported this review." },
      429: { rate_limited: "Too many reports today, or too many requests." },
    },
  },
});
