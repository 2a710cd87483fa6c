import { expect, it } from "vitest";
import { getNotificationTarget } from "./notification-target.ts";

it("a failed run links to its details in the logs", () => {
  expect(getNotificationTarget({ kind: "run_failed", agent_id: 7, run_id: "run_1" })).toMatchObject({
    params: { tab: "logs" },
    search: { run: "run_1" },
  });
});

it("earnings link to the developer's agent in the studio, because the run belongs to another user", () => {
  expect(getNotificationTarget({ kind: "first_earnings", agent_id: 7, run_id: "run_1" })).toMatchObject({
    to: "/developer-studio",
    search: { agent: 7 },
  });
});

it("a notification about full storage links to the setting that shows the used storage", () => {
  expect(getNotificationTarget({ kind: "storage_full", agent_id: null, run_id: null })).toMatchObject({
    params: { tab: "general" },
  });
});

it("a refused upload without an agent links to the studio", () => {
  expect(getNotificationTarget({ kind: "upload_refused", agent_id: null, run_id: null })).toMatchObject({
    to: "/developer-studio",
    search: { agent: undefined },
  });
});

it.each([
  ["schedule_paused", "schedules"],
  ["webhook_disabled", "webhooks"],
] as const)(
  "a %s notification links to the part of Settings where it can be switched on again",
  (kind, part) => {
    expect(getNotificationTarget({ kind, agent_id: null, run_id: null })).toMatchObject({ search: { part } });
  },
);
