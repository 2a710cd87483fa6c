import type { AgentConnector, Connector } from "@stoa/contract/connectors";
import { expect, test } from "vitest";
import { allowedUse, choosableOf, chosenFor, isAsked } from "./chosen-apis.ts";

const connector = (service_name: string): Connector => ({
  id: `con_${service_name}`,
  service_name,
  is_active: true,
  usage_quota: null,
  current_usage: 0,
  created_at: "2026-11-22T00:00:00Z",
});
const [one, two] = [connector("one.example.com"), connector("two.example.com")];

const named: AgentConnector = {
  service: "*",
  display_name: "A server that the run names",
  methods: ["GET"],
  paths: ["/**"],
  state: "not_granted",
  choose: "several",
  chosen: [],
};

test("users can choose among the APIs that they have connected by host", () => {
  expect(choosableOf([connector("slack"), one])).toEqual([one]);
});

test("the current choice comes first, then the earlier choice, then the only available API", () => {
  const both = [one, two];
  expect(chosenFor(named, {}, both)).toEqual([]);
  expect(chosenFor(named, {}, [two])).toEqual([two.service_name]);
  expect(chosenFor({ ...named, chosen: [one.service_name] }, {}, both)).toEqual([one.service_name]);
  expect(chosenFor({ ...named, chosen: ["gone.example.com"] }, {}, both)).toEqual([]);
  expect(chosenFor({ ...named, chosen: [one.service_name] }, { "*": [two.service_name] }, both)).toEqual([
    two.service_name,
  ]);
  expect(chosenFor(named, { "*": [] }, [one])).toEqual([]);
});

test("an unchanged choice needs no permission", () => {
  const granted: AgentConnector = { ...named, state: "granted", chosen: [one.service_name] };
  expect(isAsked(named, [])).toBe(true);
  expect(isAsked(granted, [one.service_name])).toBe(false);
  expect(isAsked(granted, [two.service_name])).toBe(true);
  expect(isAsked(granted, [one.service_name, two.service_name])).toBe(true);
});

test("a permission names the APIs only if the user can choose them", () => {
  const use = { service: "*", methods: ["GET"], paths: ["/**"] };
  expect(allowedUse(named, [one.service_name])).toEqual({ ...use, connectors: [one.service_name] });
  const { choose: _, ...slack } = { ...named, service: "slack" };
  expect(allowedUse(slack, [])).toEqual({ ...use, service: "slack" });
});
