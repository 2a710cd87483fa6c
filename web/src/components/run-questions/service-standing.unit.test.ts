import type { AgentConnector, GrantState } from "@stoa/contract/connectors";
import { expect, test } from "vitest";
import { canBeAllowed, needsAnswer, needsSettings } from "./service-standing.ts";

const createService = (state: GrantState): AgentConnector => ({
  service: "slack",
  display_name: "Slack",
  methods: ["POST"],
  paths: ["/chat.postMessage"],
  state,
});

test("the user is asked before a run unless every service is allowed", () => {
  expect(needsAnswer([])).toBe(false);
  expect(needsAnswer([createService("granted")])).toBe(false);
  for (const state of ["not_granted", "changed", "no_connector", "inactive"] as const)
    expect(needsAnswer([createService("granted"), createService(state)])).toBe(true);
});

test("only missing and changed permissions can be given on the agent's page; other states need Settings", () => {
  const states: GrantState[] = ["granted", "not_granted", "changed", "no_connector", "inactive"];
  expect(states.filter((state) => canBeAllowed(createService(state)))).toEqual(["not_granted", "changed"]);
  expect(states.filter((state) => needsSettings(createService(state)))).toEqual(["no_connector", "inactive"]);
});

test("a user can replace a connector that is switched off if the agent lets them choose", () => {
  const chosen = { ...createService("inactive"), choose: "one" as const };
  expect([canBeAllowed(chosen), needsSettings(chosen)]).toEqual([true, false]);
  const none = { ...createService("no_connector"), choose: "several" as const };
  expect([canBeAllowed(none), needsSettings(none)]).toEqual([false, true]);
});
