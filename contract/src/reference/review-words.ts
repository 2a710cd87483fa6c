import { LIMITS } from "../limits.ts";
import { reviewRoutes } from "../reviews.ts";
import { describe } from "./operation-words.ts";

const NO_AGENT = { not_found: "There is no such agent, or it is not open to you." };
const NO_REVIEW_OF_YOURS = { not_found: "There is no such agent, or no review of yours of it." };
const NOT_YOUR_AGENT = { not_found: "There is no such agent among yours, or no such review of it." };
const TOO_MANY_TEXTS = {
  rate_limited: "Too many reviews and replies in the last hour, or too many requests.",
};

export const reviewWords = describe(reviewRoutes, {
  list: {
    description:
      "The reviews of an agent, the newest first, their mean, and how often each rating was given.",
    errors: { 404: NO_AGENT },
  },
  own: {
    description: "Your own review of an agent, whether you may write it and, if not, why.",
    errors: { 404: NO_AGENT },
  },
  write: {
    description: `Writes or changes your review of an agent: a rating from 1 to 5 and a plain text of at most ${LIMITS.reviewMaxLength} characters. You may after a completed run of it that you have paid for; nobody reviews an agent of their own.`,
    errors: {
      403: { forbidden: "You have not paid for a completed run of this agent, or it is your own." },
      404: NO_AGENT,
      429: TOO_MANY_TEXTS,
    },
  },
  withdraw: { description: "Deletes your review of an agent.", errors: { 404: NO_REVIEW_OF_YOURS } },
  reply: {
    description: `Replies to a review of an agent of yours, or changes the reply. Plain text, at most ${LIMITS.reviewMaxLength} characters.`,
    errors: { 404: NOT_YOUR_AGENT, 429: TOO_MANY_TEXTS },
  },
  withdrawReply: { description: "Deletes your reply to a review.", errors: { 404: NOT_YOUR_AGENT } },
  report: {
    description: `Reports a review to the people who run this server, with a reason of at most ${LIMITS.reportReasonMaxLength} characters. Once a review and person.`,
    errors: {
      404: { not_found: "There is no such review." },
      409: { conflict: "You have reported this review." },
      429: { rate_limited: "Too many reports today, or too many requests." },
    },
  },
});
