import { expect, test } from "vitest";
import { serviceLetters } from "./service-letters.ts";

test("a service is abbreviated by its capitals, or by its first two letters", () => {
  expect(["GitHub", "Slack", "Google Gemini", "n8n", ""].map(serviceLetters)).toEqual([
    "GH",
    "Sl",
    "GG",
    "n8",
    "",
  ]);
});
