import { expect, it } from "vitest";
import { findMyAgents } from "./find-my-agents.ts";

const createAgent = (name: string, rest: object = {}) => ({
  name,
  description: "Answers letters",
  tags: ["post"],
  is_active: true,
  missing_models: [],
  is_archived: false,
  ...rest,
});
const suspension = { reason: "It sent spam", since: "2026-03-01T00:00:00Z" };
const agents = [
  createAgent("Letter writer"),
  createAgent("Old one", { is_active: false }),
  createAgent("Waiting one", { missing_models: ["gpt-4o"] }),
  createAgent("Bad one", { suspension }),
];
const findNames = (search?: string, show?: "active" | "inactive" | "suspended") =>
  findMyAgents(agents, search, show).map(({ name }) => name);

it("finds an agent if every word occurs in its name, description or tags", () => {
  expect(findNames("WRITER  post")).toEqual(["Letter writer"]);
  expect(findNames("writer nothing")).toEqual([]);
  expect(findNames()).toHaveLength(4);
});

it("treats a suspended agent as neither active nor inactive", () => {
  expect(findNames("", "active")).toEqual(["Letter writer"]);
  expect(findNames("", "inactive")).toEqual(["Old one", "Waiting one"]);
  expect(findNames("", "suspended")).toEqual(["Bad one"]);
});
