import { expect, test } from "vitest";
import { splitSearch, splitWords, toSearchTexts, toSlug } from "./search-text.ts";

test("a word is a sequence of at most 64 letters and digits in any script, and at most 2,000 words are read", () => {
  expect(splitWords("GPT-4o: l'été, naïve_text ﬁne 東京 C++ 100%")).toEqual([
    ...["gpt", "4o", "l", "été", "naïve", "text", "fine", "東京", "c", "100"],
  ]);
  expect(splitWords(`${"x".repeat(65)} short`)).toEqual(["short"]);
  expect(splitWords("a ".repeat(5000))).toHaveLength(2000);
});

test("a search has at most ten words, an empty string is no search, and punctuation is a search without words", () => {
  expect(splitSearch("a b c d e f g h i j k l")).toHaveLength(10);
  expect(splitSearch(undefined)).toBeUndefined();
  expect(splitSearch("  ")).toBeUndefined();
  expect(splitSearch("%_&|!()':*")).toEqual([]);
});

test("known words come from the name, tags, category and description, each once", () => {
  const { vocabulary } = toSearchTexts({
    name: "Data Bot",
    category: "content",
    description: "Data, again",
    documentation: "hidden",
    tags: ["csv"],
    features: ["unseen"],
    useCases: [],
    developer: "ada",
  });
  expect(vocabulary).toEqual(["data", "bot", "csv", "content", "again"]);
});

test.each([
  ["Customer Support Bot", "customer-support-bot"],
  ["Café  Ünïcode!", "cafe-unicode"],
  ["!!!", "agent"],
])("the slug of %j is %j", (name, slug) => expect(toSlug(name)).toBe(slug));
