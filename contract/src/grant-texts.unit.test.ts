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

test("where the caller chooses a server, the next step is to choose", () => {
  const reads = { ...need, methods: ["GET" as const], paths: ["/**"] };
  expect(grantNeededText({ ...reads, service: "*", choose: "several", state: "not_granted" })).toBe(
    "This agent needs a key for a server that the run names, to read. Choose one of your connectors for it on the agent's page first.",
  );
  const inPlace = { ...reads, service: "http://0.0.0.0:9925", choose: "one" as const };
  expect(grantNeededText({ ...inPlace, state: "no_connector" })).toBe(
    "This agent needs a server of your own in place of http://0.0.0.0:9925, to read. Connect Any API in Settings, with the host and the key, and allow it on the agent's page first.",
  );
  expect(grantNeededText({ ...inPlace, state: "inactive" })).toContain("switched off");
});
