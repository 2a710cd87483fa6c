import { describe, expect, it } from "vitest";
import { CircuitBreaker } from "./circuit-breaker.ts";

function breaker() {
  const clock = { now: 1_000 };
  return { clock, breaker: new CircuitBreaker({ failures: 3, pauseMs: 500 }, () => clock.now) };
}

function failing(times: number) {
  const circuitBreaker = breaker();
  for (let call = 0; call < times; call += 1) circuitBreaker.breaker.recordFailure();
  return circuitBreaker;
}

describe("a circuit breaker", () => {
  it("allows calls until the limit of consecutive failures is reached", () => {
    expect(failing(2).breaker.admit()).toBe(0);
    expect(failing(3).breaker.admit()).toBe(500);
  });

  it("resets its count after each answer, including refusals and rate limits, but not after a failure", () => {
    for (const status of [200, 400, 429]) {
      const { breaker } = failing(2);
      breaker.recordAnswer(status);
      breaker.recordFailure();
      expect(breaker.admit()).toBe(0);
    }
    const { breaker } = failing(2);
    breaker.recordAnswer(503);
    expect(breaker.admit()).toBe(500);
  });

  it("allows one test call after the pause and makes other calls wait for its result", () => {
    const { breaker, clock } = failing(3);
    clock.now += 501;
    expect(breaker.admit()).toBe(0);
    expect(breaker.admit()).toBeGreaterThan(0);
    breaker.recordFailure();
    expect(breaker.admit()).toBe(500);
    clock.now += 501;
    expect(breaker.admit()).toBe(0);
    expect(breaker.isOpen).toBe(true);
    breaker.recordAnswer(200);
    expect(breaker.isOpen).toBe(false);
    expect([breaker.admit(), breaker.admit()]).toEqual([0, 0]);
  });

  it("allows another test call if the gateway abandoned the first test call", () => {
    const { breaker, clock } = failing(3);
    clock.now += 501;
    expect(breaker.admit()).toBe(0);
    breaker.recordAbandonedCall();
    expect(breaker.admit()).toBe(0);
  });
});
