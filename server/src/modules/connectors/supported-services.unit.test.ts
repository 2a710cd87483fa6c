import { SERVICES, SERVICES_BY_URL } from "@stoa/contract/services";
import { describe, expect, test } from "vitest";
import { findService, toConnectorPath } from "../../../../workflow/nodes/http/connected-services.ts";
import { getCredentialField } from "./policy.ts";
import type { ConnectorSecrets } from "./service-definition.ts";
import { getHosts } from "./service-request.ts";
import { DECLARABLE_SERVICES, SUPPORTED_SERVICES } from "./supported-services.ts";

const NAMED_IN_THE_SPECIFICATION_OF_THE_WORK = [
  ...["openai", "anthropic", "gemini", "mistral", "groq", "slack", "discord", "telegram", "github", "gitlab"],
  ...["notion", "linear", "jira", "airtable", "hubspot", "sendgrid", "twilio", "stripe", "serper", "tavily"],
];

/** The fields that services need in addition to their credential. */
const CONFIG: ConnectorSecrets["config"] = {
  base_url: "https://gitlab.example.com/",
  site_url: "https://example.atlassian.net",
  subdomain: "example",
  email: "me@example.com",
  host: "api.example.com",
  account_sid: `AC${"0".repeat(32)}`,
  port: "587",
  user: "ada",
  database: "shop",
  app_key: "0123456789abcdef",
  consumer_key: "ck_0123abcd",
};

const OVER_HTTP = SUPPORTED_SERVICES.filter(({ callService }) => callService === undefined);

test.each([
  ["github", "GitHub"],
  ["api.example.com", "api.example.com"],
  ["api.example.com:8443", "api.example.com:8443"],
  ["api", undefined],
  ["api.github.com", undefined],
  ["localhost", undefined],
])("the service that agents declare as %s is %s", (name, displayName) => {
  expect(DECLARABLE_SERVICES.get(name)?.displayName).toBe(displayName);
});

test("every required service is supported exactly once", () => {
  const names = SUPPORTED_SERVICES.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(NAMED_IN_THE_SPECIFICATION_OF_THE_WORK));
  expect(new Set(names).size).toBe(names.length);
});

test.each(OVER_HTTP)("$name has a description and documentation, and its API uses https", (service) => {
  expect(service.displayName.length * service.description.length).toBeGreaterThan(0);
  expect(new URL(service.documentationUrl).protocol).toBe("https:");
  const base = service.baseUrl(CONFIG);
  expect(new URL(base).protocol).toBe("https:");
  expect(base).not.toMatch(/\/$/);
  const { path } = service.test;
  const asked = typeof path === "string" ? path : path(CONFIG);
  expect(asked).toMatch(/^\//);
  expect(getHosts(service, CONFIG, asked).size).toBe(1 + (service.otherHosts?.length ?? 0));
});

test.each(SUPPORTED_SERVICES)("$name has exactly one credential among its fields", (service) => {
  const credentials = ["api_key", "bot_token", "access_token"];
  expect(service.requiredFields.filter((field) => credentials.includes(field))).toEqual([
    getCredentialField(service),
  ]);
  const fields = [...service.requiredFields, ...(service.optionalFields ?? [])];
  for (const field of Object.keys({ ...service.checks, ...service.choices })) expect(fields).toContain(field);
});

test("the server defines every service of the contract, each with its own test call", () => {
  expect(SUPPORTED_SERVICES.map(({ name }) => name)).toEqual(SERVICES.map(({ name }) => name));
  const withoutTest = SERVICES.filter(({ testPath }) => testPath === undefined).map(({ name }) => name);
  for (const service of SUPPORTED_SERVICES.filter(({ name }) => withoutTest.includes(name as never)))
    expect([service.name, service.test.path === "/" && service.test.method === "GET"]).toEqual([
      service.name,
      false,
    ]);
});

describe.each(SERVICES_BY_URL)("a workflow's request to $name", (service) => {
  const definition = SUPPORTED_SERVICES.find(({ name }) => name === service.name);

  test.each(service.hosts.map((host) => host.replace("*", "example")))("uses its connector at %s", (host) => {
    expect(findService(host)).toBe(service.name);
    const url = `https://${host}${service.basePath ?? ""}/a/b?c=d`;
    expect(toConnectorPath(service.name, url)).toBe(`/connectors/${service.name}/a/b?c=d`);
  });

  test("reaches the same URL through the server", () => {
    const [host = ""] = service.hosts;
    const config = { ...CONFIG, base_url: `https://${host.replace("*", "example")}` };
    const url = `https://${host.replace("*", "example")}${service.basePath ?? ""}`;
    expect(definition?.baseUrl(config)).toBe(url);
  });
});

test("unknown hosts are not treated as services", () => {
  const hosts = [
    "api.github.com.example.com",
    "x.api.github.com",
    "a.b.zendesk.com",
    ".zendesk.com",
    "api.telegram.org",
  ];
  expect(hosts.map((host) => findService(host))).toEqual(hosts.map(() => undefined));
});
