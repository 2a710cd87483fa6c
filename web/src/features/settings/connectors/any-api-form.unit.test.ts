import { expect, it } from "vitest";
import { beginningWith, choiceLabel, inOrder, nameProblem, shownField } from "./any-api-form.ts";

const NAMES = new Set(["slack", "api"]);

it.each([
  ["slack", { service: "slack", values: {} }],
  ["api.example.com", { service: "api", values: { host: "api.example.com", sign_in: "bearer" } }],
  ["fax", { service: "", values: {} }],
  ["10.0.0.1", { service: "", values: {} }],
  ["", { service: "", values: {} }],
])("the form that is asked for %j begins with it", (asked, begun) => {
  expect(beginningWith(asked, NAMES)).toEqual({ ...begun, quota: "" });
});

it("asks where, how and with what", () => {
  expect(inOrder(["api_key", "host", "sign_in", "name", "test_path"])).toEqual([
    "host",
    "sign_in",
    "name",
    "api_key",
    "test_path",
  ]);
});

it("asks a name only where the way to sign in has one, and calls it what it is", () => {
  const label = (sign_in: string) => shownField("name", { sign_in })?.label;
  expect(["", "bearer", "header", "query", "basic", "oauth1"].map(label)).toEqual([
    undefined,
    undefined,
    "Header name",
    "Parameter name",
    "Username",
    "Consumer key",
  ]);
  expect(shownField("api_key", { sign_in: "basic" })).toMatchObject({ label: "Password" });
  expect(shownField("api_key", { sign_in: "query" })).toEqual({});
  expect(shownField("token", { sign_in: "basic" })).toBeUndefined();
  expect(shownField("token", { sign_in: "oauth1" })).toMatchObject({ label: "Access token (Optional)" });
  expect(choiceLabel("query")).toBe("A query parameter");
});

it("misses a name where the way to sign in has one, and calls it what it is", () => {
  expect(nameProblem({ sign_in: "basic", name: " " })).toBe("Username is required");
  expect(nameProblem({ sign_in: "header" })).toBe("Header name is required");
  expect(nameProblem({ sign_in: "basic", name: "me" })).toBeUndefined();
  expect(nameProblem({ sign_in: "bearer" })).toBeUndefined();
});
