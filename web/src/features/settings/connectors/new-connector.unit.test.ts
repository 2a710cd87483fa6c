import type { SupportedService } from "@stoa/contract/connectors";
import { describe, expect, it } from "vitest";
import { createConnectorRequest, findConnectorProblems, getFieldLabel, isSecret } from "./new-connector.ts";

const createService = (name: string, required_fields: string[]): SupportedService => ({
  name,
  display_name: name.toUpperCase(),
  description: "",
  documentation_url: "https://example.com",
  required_fields,
});
const SERVICES = [
  createService("slack", ["bot_token"]),
  createService("jira", ["api_key", "email", "site_url"]),
];

describe("new connector form", () => {
  it("requires a supported service", () => {
    expect(findConnectorProblems({ service: "", values: {}, quota: "" }, SERVICES)).toEqual({
      service: "Please select a service",
    });
    expect(findConnectorProblems({ service: "fax", values: {}, quota: "" }, SERVICES)).toEqual({
      service: "Invalid service selected",
    });
  });

  it("requires every field of the service and a numeric monthly limit", () => {
    const typed = { service: "jira", values: { api_key: "k", email: " " }, quota: "many" };
    expect(findConnectorProblems(typed, SERVICES)).toEqual({
      email: "email is required for JIRA",
      site_url: "site_url is required for JIRA",
      quota: "Please enter a whole number, 0 or more",
    });
    const whole = { api_key: "k", email: "a@b.c", site_url: "https://x" };
    expect(findConnectorProblems({ service: "jira", values: whole, quota: "5" }, SERVICES)).toEqual({});
  });

  it("sends the first of api_key, bot_token and access_token as the credential and the rest as configuration", () => {
    const createRequest = (values: Record<string, string>) =>
      createConnectorRequest({ service: "any", values, quota: "" });
    expect(createRequest({ email: "a@b.c", api_key: " secret " })).toEqual({
      service_name: "any",
      api_key: "secret",
      service_config: { email: "a@b.c" },
      usage_quota: null,
    });
    expect(createRequest({ access_token: "second", bot_token: "first" })).toMatchObject({
      api_key: "first",
      service_config: { access_token: "second" },
    });
    expect(createRequest({ access_token: "only" })).toMatchObject({ api_key: "only", service_config: {} });
  });

  it("sends only the fields of the selected sign-in method for Any API", () => {
    const values = { host: "api.example.com", sign_in: "bearer", name: "X-Key", token: "t", api_key: "k" };
    const typed = { service: "api", values, quota: "" };
    expect(createConnectorRequest(typed).service_config).toEqual({
      host: "api.example.com",
      sign_in: "bearer",
    });
    const oauth1 = { ...typed, values: { ...values, sign_in: "oauth1" } };
    expect(createConnectorRequest(oauth1)).toMatchObject({
      api_key: "k",
      service_config: { name: "X-Key", token: "t" },
    });
    const api = createService("api", ["api_key"]);
    expect(findConnectorProblems({ ...typed, values: { sign_in: "basic", api_key: "k" } }, [api])).toEqual({
      name: "Username is required",
    });
  });

  it("labels its fields in words, and masks keys and tokens", () => {
    expect(["api_key", "base_url", "account_sid", "email"].map(getFieldLabel)).toEqual([
      "API key",
      "Base URL",
      "Account SID",
      "Email",
    ]);
    expect(["api_key", "bot_token", "email", "site_url"].map(isSecret)).toEqual([true, true, false, false]);
  });
});
