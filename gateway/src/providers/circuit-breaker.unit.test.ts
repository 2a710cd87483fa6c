import { describe, expect, it } from "vitest";
import { CircuitBreaker } from "./circuit-breaker.ts";

function breaker() {
  const clock = { now: 1_000 };
  return { clock, breaker: new CircuitBreaker({ failures: 3, pauseMs: 500 }, () => clock.now) };
}

function failing(times: number) {
  const made = breaker();
  for (let call = 0; call < times; call += 1) made.breaker.failedToAnswer();
  return made;
}

describe("a circuit breaker", () => {
  it("lets calls through until as many failed in a row as it bears", () => {
    expect(failing(2).breaker.admit()).toBe(0);
    expect(failing(3).breaker.admit()).toBe(500);
  });

  it("begins to count anew with each answer, a refusal or a limit among them, but not a failure", () => {
    for (const status of [200, 400, 429]) {
      const { breaker } = failing(2);
      breaker.answered(status);
      breaker.failedToAnswer();
      expect(breaker.admit()).toBe(0);
    }
    const { breaker } = failing(2);
    breaker.answered(503);
    expect(breaker.admit()).toBe(500);
  });

  it("lets one call try after the pause, and the rest wait for what it finds", () => {
    const { breaker, clock } = failing(3);
    clock.now += 501;
    expect(breaker.admit()).toBe(0);
    expect(breaker.admit()).toBeGreaterThan(0);
    breaker.failedToAnswer();
    expect(breaker.admit()).toBe(500);
    clock.now += 501;
    expect(breaker.admit()).toBe(0);
    expect(breaker.isOpen).toBe(true);
    breaker.answered(200);
    expect(breaker.isOpen).toBe(false);
    expect([breaker.admit(), breaker.admit()]).toEqual([0, 0]);
  });

  it("lets another call try where the one that tried was ended by us", () => {
    const { breaker, clock } = failing(3);
    clock.now += 501;
    expect(breaker.admit()).toBe(0);
    breaker.left();
    expect(breaker.admit()).toBe(0);
  });
});
