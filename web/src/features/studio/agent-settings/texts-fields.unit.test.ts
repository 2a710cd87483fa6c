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

it("reads one feature per line, and tags separated by commas", () => {
  const read = readTexts(fields);
  expect(read).toMatchObject({
    request: { tags: ["words", "counting"], features: ["Fast", "Exact"], use_cases: [] },
  });
});

it("shows for each field the same error as the server", () => {
  const read = readTexts({ ...fields, documentation: "Short", tags: "x".repeat(LIMITS.tagMaxLength + 1) });
  if (!("problems" in read)) throw new Error("it was accepted");
  expect(read.problems.documentation).toBe(TEXTS.upload.documentationRequired);
  expect(Object.keys(read.problems).toSorted()).toEqual(["documentation", "tags"]);
});
