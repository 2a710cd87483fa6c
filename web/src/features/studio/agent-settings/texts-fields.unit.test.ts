import { LIMITS } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import { expect, it } from "vitest";
import { readTexts, type TextsFields } from "./texts-fields.ts";

const fields: TextsFields = {
  name: "Counter",
  description: "Counts words",
  documentation: "Send any text as the message. The answer says how many words it has.",
  category: "content",
  tags: " words,, counting ,",
  features: "Fast\n\n  Exact ",
  use_cases: "",
};

it("reads a line as one feature and a comma as the end of a tag", () => {
  const read = readTexts(fields);
  expect(read).toMatchObject({
    request: { tags: ["words", "counting"], features: ["Fast", "Exact"], use_cases: [] },
  });
});

it("says of each field what the server would say", () => {
  const read = readTexts({ ...fields, documentation: "Short", tags: "x".repeat(LIMITS.tagMaxLength + 1) });
  if (!("problems" in read)) throw new Error("it was accepted");
  expect(read.problems.documentation).toBe(TEXTS.upload.documentationRequired);
  expect(Object.keys(read.problems).toSorted()).toEqual(["documentation", "tags"]);
});
