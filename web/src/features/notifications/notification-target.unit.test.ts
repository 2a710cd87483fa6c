import { expect, it } from "vitest";
import { notificationTarget } from "./notification-target.ts";

it("a failed run leads to its details in the logs", () => {
  expect(notificationTarget({ kind: "run_failed", agent_id: 7, run_id: "run_1" })).toMatchObject({
    params: { tab: "logs" },
    search: { run: "run_1" },
  });
});

it("earnings lead their developer to the agent in the studio: the run is another person's", () => {
  expect(notificationTarget({ kind: "first_earnings", agent_id: 7, run_id: "run_1" })).toMatchObject({
    to: "/developer-studio",
    search: { agent: 7 },
  });
});

it("full storage leads to the line of the settings that says how much is used", () => {
  expect(notificationTarget({ kind: "storage_full", agent_id: null, run_id: null })).toMatchObject({
    params: { tab: "general" },
  });
});

it("an upload that was refused and belongs to no agent leads to the studio", () => {
  expect(notificationTarget({ kind: "upload_refused", agent_id: null, run_id: null })).toMatchObject({
    to: "/developer-studio",
    search: { agent: undefined },
  });
});

it.each([
  ["schedule_paused", "schedules"],
  ["webhook_disabled", "webhooks"],
] as const)("%s leads to where it is switched on again", (kind, part) => {
  expect(notificationTarget({ kind, agent_id: null, run_id: null })).toMatchObject({ search: { part } });
});
