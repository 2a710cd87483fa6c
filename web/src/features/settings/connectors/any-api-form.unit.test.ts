import { expect, it } from "vitest";
import { createInitialForm, getChoiceLabel, getShownField, nameProblem, sortNames } from "./any-api-form.ts";

const NAMES = new Set(["slack", "api"]);

it.each([
  ["slack", { service: "slack", values: {} }],
  ["api.example.com", { service: "api", values: { host: "api.example.com", sign_in: "bearer" } }],
  ["fax", { service: "", values: {} }],
  ["10.0.0.1", { service: "", values: {} }],
  ["", { service: "", values: {} }],
])("a form that is opened for %j starts with %j", (requestedService, begun) => {
  expect(createInitialForm(requestedService, NAMES)).toEqual({ ...begun, quota: "" });
});

it("the form asks for the host first, then the sign-in method and its credentials", () => {
  expect(sortNames(["api_key", "host", "sign_in", "name", "test_path"])).toEqual([
    "host",
    "sign_in",
    "name",
    "api_key",
    "test_path",
  ]);
});

it("the sign-in method decides whether the form asks for a name and how it is labeled", () => {
  const getLabel = (sign_in: string) => getShownField("name", { sign_in })?.label;
  expect(["", "bearer", "header", "query", "basic", "oauth1"].map(getLabel)).toEqual([
    undefined,
    undefined,
    "Header name",
    "Parameter name",
    "Username",
    "Consumer key",
  ]);
  expect(getShownField("api_key", { sign_in: "basic" })).toMatchObject({ label: "Password" });
  expect(getShownField("api_key", { sign_in: "query" })).toEqual({});
  expect(getShownField("token", { sign_in: "basic" })).toBeUndefined();
  expect(getShownField("token", { sign_in: "oauth1" })).toMatchObject({ label: "Access token (Optional)" });
  expect(getChoiceLabel("query")).toBe("A query parameter");
});

it("a missing name is an error only if the sign-in method needs one", () => {
  expect(nameProblem({ sign_in: "basic", name: " " })).toBe("Username is required");
  expect(nameProblem({ sign_in: "header" })).toBe("Header name is required");
  expect(nameProblem({ sign_in: "basic", name: "me" })).toBeUndefined();
  expect(nameProblem({ sign_in: "bearer" })).toBeUndefined();
});
