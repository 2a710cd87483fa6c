import type { AgentConnector, Connector } from "@stoa/contract/connectors";
import { expect, test } from "vitest";
import { filterChoosable, getChosenApis, needsConsent, toAllowedUse } from "./chosen-apis.ts";

const createConnector = (service_name: string): Connector => ({
  id: `con_${service_name}`,
  service_name,
  is_active: true,
  usage_quota: null,
  current_usage: 0,
  created_at: "2026-11-22T00:00:00Z",
});
const [one, two] = [createConnector("one.example.com"), createConnector("two.example.com")];

const named: AgentConnector = {
  service: "*",
  display_name: "Any server, chosen by the caller",
  methods: ["GET"],
  paths: ["/**"],
  state: "not_granted",
  choose: "several",
  chosen: [],
};

test("users can choose only among connectors that are named after a host", () => {
  expect(filterChoosable([createConnector("slack"), one])).toEqual([one]);
});

test("the current choice comes first, then the earlier choice, then the only available API", () => {
  const both = [one, two];
  expect(getChosenApis(named, {}, both)).toEqual([]);
  expect(getChosenApis(named, {}, [two])).toEqual([two.service_name]);
  expect(getChosenApis({ ...named, chosen: [one.service_name] }, {}, both)).toEqual([one.service_name]);
  expect(getChosenApis({ ...named, chosen: ["gone.example.com"] }, {}, both)).toEqual([]);
  expect(getChosenApis({ ...named, chosen: [one.service_name] }, { "*": [two.service_name] }, both)).toEqual([
    two.service_name,
  ]);
  expect(getChosenApis(named, { "*": [] }, [one])).toEqual([]);
});

test("an unchanged choice does not need a new permission", () => {
  const granted: AgentConnector = { ...named, state: "granted", chosen: [one.service_name] };
  expect(needsConsent(named, [])).toBe(true);
  expect(needsConsent(granted, [one.service_name])).toBe(false);
  expect(needsConsent(granted, [two.service_name])).toBe(true);
  expect(needsConsent(granted, [one.service_name, two.service_name])).toBe(true);
});

test("a permission names the APIs only if the user can choose them", () => {
  const use = { service: "*", methods: ["GET"], paths: ["/**"] };
  expect(toAllowedUse(named, [one.service_name])).toEqual({ ...use, connectors: [one.service_name] });
  const { choose: _, ...slack } = { ...named, service: "slack" };
  expect(toAllowedUse(slack, [])).toEqual({ ...use, service: "slack" });
});
