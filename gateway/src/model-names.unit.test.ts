import { describe, expect, it } from "vitest";
import { listCandidateNames } from "./model-names.ts";

describe("the names of a model", () => {
  it.each([
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["openai:gpt-4o-mini", "gpt-4o-mini"],
    ["openai-chat:gpt-4o-mini", "gpt-4o-mini"],
    ["openrouter/openai/gpt-4o-mini-2024-07-18", "gpt-4o-mini"],
    ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5"],
    ["anthropic/claude-sonnet-4-5@20250929", "claude-sonnet-4-5"],
    ["models/gemini-2.5-flash-preview-05-20", "gemini-2.5-flash"],
    ["google_genai:gemini-2.0-flash-001", "gemini-2.0-flash"],
    ["gpt-4-1106-preview", "gpt-4-turbo"],
    ["chatgpt-4o-latest", "gpt-4o"],
    ["meta-llama/llama-3.1-8b-instruct:free", "llama-3.1-8b-instruct"],
  ])("maps %s to %s", (written, base) => {
    const names = listCandidateNames(written);
    expect(names[0]).toBe(written);
    expect(names).toContain(base);
  });

  it.each([
    "gpt-4o",
    "llama3:8b",
    "my-company/finetuned:v2",
    "o3",
    "claude-opus-5-5",
    "gpt-6.1-sol",
    "default",
  ])("leaves %s unchanged", (name) => {
    expect(listCandidateNames(name)).toEqual([name]);
  });

  it("never returns an empty name", () => {
    expect(listCandidateNames("  ")).toEqual([]);
  });
});
