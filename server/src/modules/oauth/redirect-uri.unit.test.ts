import { describe, expect, it } from "vitest";
import { describeRedirect, findRedirectProblem, isRegistered } from "./redirect-uri.ts";

describe("a redirect URI", () => {
  it.each([
    "https://claude.ai/api/mcp/auth_callback",
    "http://localhost:3118/callback",
    "http://127.0.0.1/callback",
    "http://[::1]:80/callback",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "com.example.app:/callback",
  ])("may be %s", (uri) => {
    expect(findRedirectProblem(uri)).toBeUndefined();
  });

  it.each([
    "javascript:alert(1)",
    "JavaScript://a.example/%0aalert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://a.example/1",
    "about:blank",
    "view-source:https://a.example",
    "ftp://a.example/",
    "ws://localhost/",
    "http://a.example/",
    "http://localhost.evil.example/",
    "http://127.0.0.1.evil.example/",
    "http://localhost@evil.example/",
    "https://user:password@a.example/",
    "https://a.example/#fragment",
    "/callback",
    "",
    "https://a.example/\u0000",
    "https://a.example/\ncallback",
    "java\tscript:alert(1)",
    `https://a.example/${"x".repeat(500)}`,
  ])("may not be %s", (uri) => {
    expect(findRedirectProblem(uri)).toMatch(/./);
  });
});

describe("a registered redirect URI", () => {
  it.each([
    ["http://localhost/cb", "http://localhost:1234/cb"],
    ["http://127.0.0.1:1/cb?a=1", "http://127.0.0.1:65535/cb?a=1"],
    ["http://[::1]:8/cb", "http://[::1]/cb"],
  ])("%s allows %s, whose port is another one", (registered, uri) => {
    expect(isRegistered(uri, [registered])).toBe(true);
  });

  it.each([
    ["http://localhost/cb", "http://127.0.0.1/cb"],
    ["http://localhost/cb", "http://localhost:1@evil.example/cb"],
    ["http://localhost/cb", "http://localhost/cb/"],
    ["http://localhost/cb", "http://localhost/cb?x=1"],
    ["https://a.example/cb", "https://a.example:8443/cb"],
    ["https://a.example/cb", "https://a.example/CB"],
    ["https://localhost/cb", "https://localhost:1/cb"],
    ["com.example.app:/cb", "com.example.app:/cb2"],
  ])("%s does not allow %s", (registered, uri) => {
    expect(isRegistered(uri, [registered])).toBe(false);
  });
});

it("is described by its host, or by the scheme of an app on the device", () => {
  expect(describeRedirect("https://a.example:8443/cb")).toEqual({
    host: "a.example:8443",
    isOnDevice: false,
  });
  expect(describeRedirect("http://localhost:1/cb")).toEqual({ host: "localhost:1", isOnDevice: true });
  expect(describeRedirect("cursor://x/cb")).toEqual({ host: "cursor", isOnDevice: true });
});
