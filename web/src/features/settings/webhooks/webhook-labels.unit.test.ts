import { SubscribedEventType } from "@stoa/contract/webhook-events";
import { expect, it } from "vitest";
import { describeAttempt, EVENT_LABELS, getWebhookState } from "./webhook-labels.ts";

it("describes each event that a webhook can receive", () => {
  expect(EVENT_LABELS.map(([type]) => type).sort()).toEqual([...SubscribedEventType.options].sort());
});

it("shows whether a webhook is active, failing, inactive or turned off", () => {
  const getState = (part: object) =>
    getWebhookState({ is_active: true, disabled_reason: null, failing_since: null, ...part }).label;
  expect(getState({})).toBe("Active");
  expect(getState({ failing_since: "2026-11-21T00:00:00Z" })).toBe("Failing");
  expect(getState({ is_active: false })).toBe("Inactive");
  expect(getState({ is_active: false, disabled_reason: "gone" })).toBe("Turned off");
});

it("describes a delivery attempt by its status or error", () => {
  expect(describeAttempt({ http_status: 500, error: null, duration_ms: 12 })).toBe("Status 500 after 12 ms");
  expect(describeAttempt({ http_status: null, error: "Time is over", duration_ms: 9 })).toBe(
    "Time is over after 9 ms",
  );
});
