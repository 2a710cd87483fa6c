import { expect, test } from "vitest";
import { agreeToCost, findExpensiveRun, getAgreedCost } from "./agreed-costs.ts";

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
  expect(findExpensiveRun(request, estimate)).toEqual({ agentId: 7, most: 20, limit: 1 });
});

test("a run whose cost is limited by the request, the agent or a spending limit needs no confirmation", () => {
  for (const max_cost_set_by of ["request", "agent", "spending_limit"] as const)
    expect(findExpensiveRun(request, { ...estimate, max_cost_set_by })).toBeNull();
});

test("a confirmation applies to the agent until its maximum cost or the account's limit changes", () => {
  const confirmedRun = { agentId: 7, most: 20, limit: 1 };
  expect(getAgreedCost(confirmedRun)).toBeUndefined();
  agreeToCost(confirmedRun, 20);
  expect(getAgreedCost(confirmedRun)).toBe(20);
  expect(getAgreedCost({ ...confirmedRun, most: 30 })).toBeUndefined();
  expect(getAgreedCost({ ...confirmedRun, limit: 2 })).toBeUndefined();
  expect(getAgreedCost({ ...confirmedRun, agentId: 8 })).toBeUndefined();
});
