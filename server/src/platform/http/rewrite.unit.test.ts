import { expect, test } from "vitest";
import { rewriteApiPath } from "./rewrite.ts";

test.each([
  ["/api/connectors/", "/api/v1/connectors"],
  ["/api/v1/agents/", "/api/v1/agents"],
  ["/api/v1/agents/?search=a/", "/api/v1/agents?search=a/"],
  ["/api/billing/agent/4/revenue?days=7", "/api/v1/billing/agent/4/revenue?days=7"],
  ["/api/v1x/agents", "/api/v1/v1x/agents"],
  ["/api/health", "/api/v1/health"],
  ["/apiary", "/apiary"],
  ["/agent/4/", "/agent/4/"],
])("rewrites %s to %s", (from, to) => {
  expect(rewriteApiPath(from)).toBe(to);
});

test("a path of a million slashes is rewritten without blocking the server", () => {
  const slashes = "/".repeat(1_000_000);
  expect(rewriteApiPath(`/api${slashes}x`)).toBe(`/api/v1${slashes}x`);
});
