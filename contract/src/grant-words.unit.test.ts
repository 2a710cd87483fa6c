import { expect, test } from "vitest";
import type { AgentConnector } from "./connectors.ts";
import { grantNeededText } from "./grant-words.ts";

const need: AgentConnector = {
  service: "slack",
  display_name: "Slack",
  methods: ["POST"],
  paths: ["/chat.postMessage"],
  state: "not_granted",
};

test("what is needed before a run is named with the service, the use and the next step", () => {
  expect(grantNeededText(need)).toBe(
    "This agent uses your Slack connector to send (POST /chat.postMessage). Allow it on the agent's page first.",
  );
  expect(grantNeededText({ ...need, methods: ["GET", "HEAD"], paths: ["/**"], state: "no_connector" })).toBe(
    "This agent uses your Slack connector to read. You have no Slack connector: add one in Settings first.",
  );
  expect(grantNeededText({ ...need, state: "changed" })).toContain("changed since you allowed it");
  expect(grantNeededText({ ...need, state: "inactive" })).toContain("switched off");
});
