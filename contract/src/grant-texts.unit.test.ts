import { expect, test } from "vitest";
import type { AgentConnector } from "./connectors.ts";
import { grantNeededText } from "./grant-texts.ts";

const need: AgentConnector = {
  service: "slack",
  display_name: "Slack",
  methods: ["POST"],
  paths: ["/chat.postMessage"],
  state: "not_granted",
};

test("names the service, the access and the next step if a run lacks a grant", () => {
  expect(grantNeededText(need)).toBe(
    "This agent uses your Slack connector to send (POST /chat.postMessage). Allow it on the agent's page first.",
  );
  expect(grantNeededText({ ...need, methods: ["GET", "HEAD"], paths: ["/**"], state: "no_connector" })).toBe(
    "This agent uses your Slack connector to read. You have no Slack connector. Add one in Settings first.",
  );
  expect(grantNeededText({ ...need, state: "changed" })).toContain("Review and allow access again");
  expect(grantNeededText({ ...need, state: "inactive" })).toContain("switched off");
});

test("asks the caller to choose a server if the agent leaves the choice to them", () => {
  const reads = { ...need, methods: ["GET" as const], paths: ["/**"] };
  expect(grantNeededText({ ...reads, service: "*", choose: "several", state: "not_granted" })).toBe(
    "This agent needs your key for a server that you choose, to read. Choose one of your connectors for it on the agent's page first.",
  );
  const inPlace = { ...reads, service: "http://0.0.0.0:9925", choose: "one" as const };
  expect(grantNeededText({ ...inPlace, state: "no_connector" })).toBe(
    "This agent needs your own server instead of http://0.0.0.0:9925, to read. Connect Any API in Settings with the host and the key, then allow it on the agent's page.",
  );
  expect(grantNeededText({ ...inPlace, state: "inactive" })).toContain("switched off");
});
