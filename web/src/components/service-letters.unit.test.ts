import { expect, test } from "vitest";
import { getServiceLetters } from "./service-letters.ts";

test("a service is abbreviated by its capitals, or by its first two letters", () => {
  expect(["GitHub", "Slack", "Google Gemini", "n8n", ""].map(getServiceLetters)).toEqual([
    "GH",
    "Sl",
    "GG",
    "n8",
    "",
  ]);
});
