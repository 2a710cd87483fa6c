/** What stoa-basic says about itself when a reader must know that it is not a language model. */
export const INTRODUCTION = "I am stoa-basic, a deterministic extractive responder, not a language model.";

/** What stoa-basic can do, for people who ask. */
export const ABILITIES =
  "I can summarize a text in sentences or bullet points, answer a question from a text, extract dates, email " +
  "addresses, amounts, names, links and phone numbers, find keywords, sort a text into labels, and fill a JSON schema.";
