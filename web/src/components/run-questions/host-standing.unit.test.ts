import { expect, test } from "vitest";
import { describeReach, getHostStanding, needsHostAnswer } from "./host-standing.ts";

test("the form says which hosts a run reaches, and whether the user must allow them first", () => {
  const hosts = ["api.example.com", "*.example.org"];
  expect(describeReach(hosts, { hosts, state: "granted" })).toBe(
    "Sends requests to api.example.com and any host below example.org.",
  );
  expect(describeReach(["*"], { hosts: ["*"], state: "changed" })).toBe(
    "Sends requests to any public host. You must allow this first.",
  );
  const many = ["*", "a.example", "b.example", "c.example", "d.example"];
  expect(describeReach(many, undefined)).toBe(
    "Sends requests to any public host, a.example and b.example, and 2 more.",
  );
  expect(describeReach(["*"], undefined)).toBe("Sends requests to any public host.");
});

test("the user is asked only for missing or changed permissions", () => {
  for (const state of ["not_granted", "changed"] as const) {
    expect(needsHostAnswer({ hosts: ["a.example"], state })).toBe(true);
    expect(getHostStanding(state)).not.toBeNull();
  }
  for (const state of ["granted", "not_needed"] as const)
    expect(needsHostAnswer({ hosts: ["a.example"], state })).toBe(false);
  expect(getHostStanding("not_needed")).toBeNull();
});
