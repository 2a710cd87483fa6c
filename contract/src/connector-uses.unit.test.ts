import { expect, test } from "vitest";
import { findConnectorPathProblem } from "./connector-uses.ts";

test.each([
  "/",
  "/**",
  "/*",
  "/chat.postMessage",
  "/repos/*/*/issues",
  "/projects/group%2Fname/**",
  "/users/@me/",
  "/v1/a:b",
])("accepts %s as a path pattern", (pattern) => {
  expect(findConnectorPathProblem(pattern)).toBeUndefined();
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
  ["/a*", "whole segment"],
  ["/***", "whole segment"],
  ["/**/a", "last segment"],
  [`/${"a".repeat(200)}`, "200 characters"],
])("rejects %j as a path pattern and gives the reason", (pattern, why) => {
  expect(findConnectorPathProblem(pattern)).toContain(why);
});
