import type { AgentSummary } from "@stoa/contract";
import { expect, test } from "vitest";
import { createReason, type Grounds } from "./reason.ts";

/** An agent without measurements, at 10 USD per 1M tokens. */
const AGENT: AgentSummary = {
  id: 1,
  name: "Invoice Reader",
  developer: "ledgerly",
  owner_username: "ledgerly",
  description: "Reads invoices.",
  category: "finance",
  price: "0.00001",
  price_per_token: 0.00001,
  rating: null,
  average_rating: null,
  reviews: 0,
  users: 0,
  total_executions: 0,
  success_rate: null,
  median_time: null,
  tags: [],
  is_active: true,
  created_at: "2026-11-22T00:00:00.000Z",
  agent_type: "python",
  framework: "stoa",
  full_description: "Reads invoices.",
  features: [],
  use_cases: [],
  input_params: [],
  visibility: "public",
};

const grounds = (more: Partial<Grounds> = {}): Grounds => ({
  fit: { words: 0, name: 0, meaning: 0.3 },
  match: { words: [], correctedWords: [] },
  maxPrice: undefined,
  ...more,
});
const reason = (agent: Partial<AgentSummary>, more?: Partial<Grounds>) =>
  createReason({ ...AGENT, ...agent }, grounds(more));

test("names the words that the agent's text contains, and names a mistyped word only as similar", () => {
  const match = { words: ["invoices", "read", "totals", "fourth"], correctedWords: ["pdff"] };
  expect(reason({}, { match })).toBe("Matches “invoices”, “read”, “totals”.");
  expect(reason({}, { match: { words: [], correctedWords: ["invoces"] } })).toBe(
    "Contains words similar to “invoces”.",
  );
});

test("mentions name and meaning only if their similarity is high enough", () => {
  const of = (name: number, meaning: number | null) => reason({}, { fit: { words: 0, name, meaning } });
  expect(of(0.3, 0.3)).toBe("Its name is similar to your words.");
  expect(of(0.29, 0.3)).toBe("Not a close match, but among the nearest.");
  expect(of(0, 0.45)).toBe("Its description is close in meaning to yours.");
  expect(of(0, null)).not.toContain("meaning");
  expect(of(0.3, 0.45)).toBe("Its name is similar to your words and is close in meaning.");
});

test("mentions the success rate only if it is at least 95% over at least ten runs", () => {
  expect(reason({ success_rate: 95, total_executions: 10 })).toContain("95% of its runs succeeded");
  expect(reason({ success_rate: 100, total_executions: 9 })).not.toContain("succeeded");
  expect(reason({ success_rate: 94, total_executions: 500 })).not.toContain("succeeded");
});

test("mentions ratings, speed and prices if they are measured and good", () => {
  expect(reason({ rating: 4, reviews: 1 })).toContain("Rated 4.0 by one person.");
  expect(reason({ rating: 4.5, reviews: 2 })).toContain("Rated 4.5 by 2 people.");
  expect(reason({ rating: 3.9, reviews: 9 })).not.toContain("ated");
  expect(reason({ median_time: 1.9 })).toContain("Answers in 1.9 s.");
  expect(reason({ median_time: 2 })).not.toContain("nswers");
  expect(reason({ price_per_token: 0 })).toContain("Free.");
  expect(reason({}, { maxPrice: 0.00001 })).toContain("Within your maximum price.");
  expect(reason({}, { maxPrice: 0.000009 })).not.toContain("price");
  expect(reason({})).not.toContain("rice");
});
