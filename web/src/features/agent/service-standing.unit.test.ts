import type { AgentConnector, GrantState } from "@stoa/contract/connectors";
import { expect, test } from "vitest";
import { isConnected, needsAnswer } from "./service-standing.ts";

const service = (state: GrantState): AgentConnector => ({
  service: "slack",
  display_name: "Slack",
  methods: ["POST"],
  paths: ["/chat.postMessage"],
  state,
});

test("a run asks first unless every service is allowed", () => {
  expect(needsAnswer([])).toBe(false);
  expect(needsAnswer([service("granted")])).toBe(false);
  for (const state of ["not_granted", "changed", "no_connector", "inactive"] as const)
    expect(needsAnswer([service("granted"), service(state)])).toBe(true);
});

test("what is not connected or switched off cannot be allowed", () => {
  const states: GrantState[] = ["granted", "not_granted", "changed", "no_connector", "inactive"];
  expect(states.filter((state) => isConnected(service(state)))).toEqual([
    "granted",
    "not_granted",
    "changed",
  ]);
});
