import type { ModelCall } from "@stoa/gateway";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChargeTerms } from "../start/run-terms.ts";
import { RunMeter } from "./run-meter.ts";

const BOUND = { capSetBy: "agent", sponsorLimit: 0n } as const;
const TOKENS: ChargeTerms = { pays: "tokens", pricePerToken: 100n, cap: 100_000n, ...BOUND };
const OWN: ChargeTerms = { pays: "model_cost", pricePerToken: 0n, cap: 1_000n, ...BOUND };

const call = (promptTokens: number, completionTokens: number, costNano: bigint): ModelCall => ({
  provider: "p",
  modelRequested: "m",
  modelAnswered: "m",
  promptTokens,
  cachedPromptTokens: 0,
  completionTokens,
  countedBy: "provider",
  costNano,
  startedAt: new Date(0),
  durationMs: 1,
  outcome: "completed",
});

describe("charging a run", () => {
  test("charges model tokens if a model was called, and text otherwise", () => {
    const meter = new RunMeter(TOKENS, 10, 100_000n);
    meter.outputTokens = 5;
    expect([meter.metered, meter.cost]).toEqual([15, 1_500n]);
    const id = meter.reserve({ promptTokens: 7, completionTokens: 20, costNano: 0n }, 20);
    meter.record(id, call(7, 3, 0n));
    expect([meter.metered, meter.charged, meter.cost]).toEqual([10, 10, 1_000n]);
  });

  test("charges only the whole tokens that the hold can pay for", () => {
    const meter = new RunMeter(TOKENS, 10, 1_250n);
    meter.outputTokens = 50;
    expect([meter.metered, meter.charged, meter.cost]).toEqual([60, 12, 1_200n]);
  });

  test("charges the model cost, up to the hold, if developers run their own agents", () => {
    const meter = new RunMeter(OWN, 10, 300n);
    meter.record(
      meter.reserve({ promptTokens: 1, completionTokens: 1, costNano: 200n }, 1),
      call(1, 1, 250n),
    );
    expect(meter.cost).toBe(250n);
    meter.record(
      meter.reserve({ promptTokens: 1, completionTokens: 1, costNano: 200n }, 1),
      call(1, 1, 250n),
    );
    expect(meter.cost).toBe(300n);
  });

  test("adds the fee to the cost of models that callers buy, rounded up once, and within the hold", () => {
    const meter = new RunMeter({ ...OWN, feePercent: 30 }, 0, 1_000n);
    for (const cost of [101n, 102n])
      meter.record(
        meter.reserve({ promptTokens: 1, completionTokens: 1, costNano: cost }, 1),
        call(1, 1, cost),
      );
    expect([meter.modelCost, meter.cost, meter.amountMetered]).toEqual([203n, 264n, 264n]);
    meter.held = 250n;
    expect(meter.cost).toBe(250n);
  });

  test("grants only the tokens whose cost and fee an amount pays", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.record({
          promptTokens: fc.integer({ min: 0, max: 1_000 }),
          completionTokens: fc.integer({ min: 1, max: 1_000 }),
          costNano: fc.bigInt({ min: 1n, max: 10n ** 9n }),
        }),
        fc.integer({ min: 0, max: 100 }),
        (amount, estimate, feePercent) => {
          const meter = new RunMeter({ ...OWN, cap: 10n ** 13n, feePercent }, 0, 0n);
          const tokens = meter.countAffordableTokens(amount, estimate);
          fc.pre(tokens >= 1);
          expect(meter.computeAmount(estimate, tokens) <= amount).toBe(true);
        },
      ),
    );
  });

  test("records each call once", () => {
    const meter = new RunMeter(TOKENS, 0, 100_000n);
    const id = meter.reserve({ promptTokens: 1, completionTokens: 1, costNano: 0n }, 1);
    expect(meter.record(id, call(1, 1, 0n))).toBe(true);
    expect(meter.record(id, call(1, 1, 0n))).toBe(false);
    expect(meter.modelTokens).toBe(2);
  });
});

describe("limiting a run", () => {
  const estimate = { promptTokens: 100, completionTokens: 400, costNano: 1_000n };

  test("subtracts what calls in flight have reserved from the remaining tokens", () => {
    const meter = new RunMeter(TOKENS, 0, 100_000n);
    expect(meter.countAffordableTokens(100_000n, estimate)).toBe(400);
    meter.reserve(estimate, 400);
    expect(meter.countAffordableTokens(100_000n, estimate)).toBe(400);
    meter.reserve(estimate, 400);
    expect(meter.countAffordableTokens(100_000n, estimate)).toBeLessThan(1);
  });

  test("marks the run as limited if a shortened call used all of its tokens", () => {
    const meter = new RunMeter(TOKENS, 0, 100_000n);
    meter.record(meter.reserve(estimate, 50), call(100, 49, 0n));
    expect(meter.limited).toBe(false);
    meter.record(meter.reserve(estimate, 50), call(100, 50, 0n));
    expect(meter.limited).toBe(true);
  });

  test("computes the model cost that the developer pays beyond the caller's payment", () => {
    const meter = new RunMeter({ ...TOKENS, pricePerToken: 1n }, 0, 100_000n);
    expect(meter.computeShortfall(estimate, 400)).toBe(500n);
    expect(new RunMeter(TOKENS, 0, 0n).computeShortfall(estimate, 400)).toBe(0n);
    expect(new RunMeter(OWN, 0, 0n).computeShortfall(estimate, 400)).toBe(0n);
  });

  test("limits the tokens of a developer's own agent to what the remaining cost cap covers", () => {
    const meter = new RunMeter(OWN, 0, 0n);
    expect(meter.countAffordableTokens(1_000n, estimate)).toBe(400);
    expect(meter.countAffordableTokens(500n, estimate)).toBe(150);
    expect(meter.countAffordableTokens(100n, estimate)).toBeLessThan(1);
  });

  test("does not limit a free agent whose calls cost nothing", () => {
    const meter = new RunMeter({ ...TOKENS, pricePerToken: 0n, cap: 0n }, 0, 0n);
    expect(meter.countAffordableTokens(0n, { ...estimate, costNano: 0n })).toBe(400);
    expect(meter.computeAmount(estimate, 400)).toBe(0n);
  });

  test("never allows more tokens than the amount pays for", () => {
    const amounts = fc.bigInt({ min: 0n, max: 1_000_000n });
    const estimates = fc.record({
      promptTokens: fc.integer({ min: 1, max: 5_000 }),
      completionTokens: fc.integer({ min: 1, max: 5_000 }),
      costNano: fc.bigInt({ min: 0n, max: 100_000n }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(TOKENS, OWN),
        amounts,
        fc.array(estimates, { maxLength: 8 }),
        (terms, amount, calls) => {
          const meter = new RunMeter(terms, 0, amount);
          for (const wanted of calls) {
            const granted = meter.countAffordableTokens(amount, wanted);
            if (granted < 1) continue;
            expect(granted).toBeLessThanOrEqual(wanted.completionTokens);
            expect(meter.computeAmount(wanted, granted) <= amount).toBe(true);
            meter.reserve(wanted, granted);
          }
        },
      ),
    );
  });
});
