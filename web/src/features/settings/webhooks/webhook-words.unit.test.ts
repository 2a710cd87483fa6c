import { SubscribedEventType } from "@stoa/contract/webhook-events";
import { expect, it } from "vitest";
import { attemptWords, EVENT_WORDS, webhookState } from "./webhook-words.ts";

it("describes each event that a webhook can receive", () => {
  expect(EVENT_WORDS.map(([type]) => type).sort()).toEqual([...SubscribedEventType.options].sort());
});

it("says why a webhook is disabled", () => {
  const state = (part: object) =>
    webhookState({ is_active: true, disabled_reason: null, failing_since: null, ...part }).word;
  expect(state({})).toBe("Active");
  expect(state({ failing_since: "2026-11-21T00:00:00Z" })).toBe("Failing");
  expect(state({ is_active: false })).toBe("Inactive");
  expect(state({ is_active: false, disabled_reason: "gone" })).toBe("Turned off");
});

it("distinguishes a response from no response", () => {
  expect(attemptWords({ http_status: 500, error: null, duration_ms: 12 })).toBe("Status 500 after 12 ms");
  expect(attemptWords({ http_status: null, error: "Time is over", duration_ms: 9 })).toBe(
    "Time is over after 9 ms",
  );
});
