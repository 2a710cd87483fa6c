import { expect, test } from "vitest";
import { estimateHold, toChargeTerms } from "./run-terms.ts";

const agent = {
  ownerAccountId: "dev",
  pricePerToken: 100n,
  maxCostPerRun: 1_000n,
  sponsorLimit: 7n,
  calledAgents: [],
};
const options = { callerAccountId: "caller", limit: undefined, ownRunCap: 555n };

test("the cap is the developer's, or the caller's if that is lower", () => {
  expect(toChargeTerms(agent, options)).toEqual({
    pays: "tokens",
    pricePerToken: 100n,
    cap: 1_000n,
    capSetBy: "agent",
    sponsorLimit: 7n,
  });
  const limited = (amount: bigint, setBy: "request" | "account") =>
    toChargeTerms(agent, { ...options, limit: { amount, setBy } });
  expect(limited(400n, "request")).toMatchObject({ cap: 400n, capSetBy: "request" });
  expect(limited(400n, "account")).toMatchObject({ cap: 400n, capSetBy: "account" });
  expect(limited(4_000n, "request")).toMatchObject({ cap: 1_000n, capSetBy: "agent" });
});

test("a free agent costs its caller nothing", () => {
  expect(toChargeTerms({ ...agent, pricePerToken: 0n }, options)).toMatchObject({
    pricePerToken: 0n,
    cap: 0n,
  });
});

test("a free agent that calls other agents costs as much as they do, up to its developer's cap", () => {
  const calling = { ...agent, pricePerToken: 0n, calledAgents: [12] };
  expect(toChargeTerms(calling, options)).toMatchObject({ pricePerToken: 0n, cap: 1_000n });
});

test("a developer's run of their own free agent costs its model calls, up to the operator's cap", () => {
  const own = { ...options, callerAccountId: "dev" };
  expect(toChargeTerms(agent, own)).toEqual({
    pays: "model_cost",
    pricePerToken: 0n,
    cap: 1_000n,
    capSetBy: "agent",
    sponsorLimit: 0n,
  });
  expect(toChargeTerms({ ...agent, pricePerToken: 0n, maxCostPerRun: 0n }, own).cap).toBe(555n);
});

test("the first hold covers the input and the usual output, up to the cap", () => {
  const terms = toChargeTerms(agent, options);
  expect(estimateHold(terms, 2, { p95Tokens: 3.2, defaultOutputTokens: 500 })).toBe(600n);
  expect(estimateHold(terms, 2, { p95Tokens: null, defaultOutputTokens: 500 })).toBe(1_000n);
});
