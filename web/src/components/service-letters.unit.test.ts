import { expect, test } from "vitest";
import { serviceLetters } from "./service-letters.ts";

test("a service stands by its capitals, or by how its name begins", () => {
  expect(["GitHub", "Slack", "Google Gemini", "n8n", ""].map(serviceLetters)).toEqual([
    "GH",
    "Sl",
    "GG",
    "n8",
    "",
  ]);
});
