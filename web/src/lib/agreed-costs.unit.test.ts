import { expect, test } from "vitest";
import { agreedCost, agreeToCost, expensiveRun } from "./agreed-costs.ts";

const request = { agent_id: 7, input_data: { message: "hi" } };
const estimate = {
  input_tokens: 1,
  typical_cost: null,
  hold: 0.05,
  max_cost: 1,
  max_cost_set_by: "account",
  agent_max_cost: 20,
  affordable: true,
} as const;

test("a run that may cost more than the account's limit needs confirmation", () => {
  expect(expensiveRun(request, estimate)).toEqual({ agentId: 7, most: 20, limit: 1 });
});

test("a typed limit, the agent's own limit and a spending limit need no confirmation", () => {
  for (const max_cost_set_by of ["request", "agent", "spending_limit"] as const)
    expect(expensiveRun(request, { ...estimate, max_cost_set_by })).toBeNull();
});

test("a confirmation applies to the agent until its maximum cost or the account's limit changes", () => {
  const asked = { agentId: 7, most: 20, limit: 1 };
  expect(agreedCost(asked)).toBeUndefined();
  agreeToCost(asked, 20);
  expect(agreedCost(asked)).toBe(20);
  expect(agreedCost({ ...asked, most: 30 })).toBeUndefined();
  expect(agreedCost({ ...asked, limit: 2 })).toBeUndefined();
  expect(agreedCost({ ...asked, agentId: 8 })).toBeUndefined();
});
