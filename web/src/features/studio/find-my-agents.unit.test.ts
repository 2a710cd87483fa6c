import { expect, it } from "vitest";
import { findMyAgents } from "./find-my-agents.ts";

const agent = (name: string, rest: object = {}) => ({
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
  agent("Letter writer"),
  agent("Old one", { is_active: false }),
  agent("Waiting one", { missing_models: ["gpt-4o"] }),
  agent("Bad one", { suspension }),
];
const names = (search?: string, show?: "active" | "inactive" | "suspended") =>
  findMyAgents(agents, search, show).map(({ name }) => name);

it("finds every word in any of the searched texts", () => {
  expect(names("WRITER  post")).toEqual(["Letter writer"]);
  expect(names("writer nothing")).toEqual([]);
  expect(names()).toHaveLength(4);
});

it("treats a suspended agent as neither active nor inactive", () => {
  expect(names("", "active")).toEqual(["Letter writer"]);
  expect(names("", "inactive")).toEqual(["Old one", "Waiting one"]);
  expect(names("", "suspended")).toEqual(["Bad one"]);
});
