import { expect, test } from "vitest";
import { connectorPathProblem } from "./connector-uses.ts";

test.each([
  "/",
  "/**",
  "/*",
  "/chat.postMessage",
  "/repos/*/*/issues",
  "/projects/group%2Fname/**",
  "/users/@me/",
  "/v1/a:b",
])("%s is a pattern of paths", (pattern) => {
  expect(connectorPathProblem(pattern)).toBeUndefined();
});

test.each([
  ["", "begin with /"],
  ["chat.postMessage", "begin with /"],
  ["https://evil.example/", "begin with /"],
  ["/a?b=c", "without ? and #"],
  ["/a#b", "without ? and #"],
  ["/a/../b", ". or .."],
  ["/a/%2e%2E/b", ". or .."],
  ["/a/.", ". or .."],
  ["/a/.%2e", ". or .."],
  ["//evil.example/", "//"],
  ["/a//b", "//"],
  ["/a b", "%XX"],
  ["/a\\b", "%XX"],
  ["/a\r\nHost: b", "%XX"],
  ["/a%2", "%XX"],
  ["/ä", "%XX"],
  ["/a*", "whole part"],
  ["/***", "whole part"],
  ["/**/a", "last part"],
  [`/${"a".repeat(200)}`, "200 characters"],
])("%j is none, and it is said why", (pattern, why) => {
  expect(connectorPathProblem(pattern)).toContain(why);
});
