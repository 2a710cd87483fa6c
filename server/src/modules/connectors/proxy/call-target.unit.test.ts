import { expect, test } from "vitest";
import { readTarget } from "./call-target.ts";

test.each([
  ["/connectors/slack/chat.postMessage", { service: "slack", path: "/chat.postMessage", query: "" }],
  [
    "/connectors/github/repos/a/b?per_page=5&q=a%2Fb",
    { service: "github", path: "/repos/a/b", query: "?per_page=5&q=a%2Fb" },
  ],
  [
    "/connectors/gitlab/projects/group%2Fname/issues",
    { service: "gitlab", path: "/projects/group%2Fname/issues", query: "" },
  ],
  ["/connectors/notion", { service: "notion", path: "/", query: "" }],
  ["/connectors/notion?x=//../", { service: "notion", path: "/", query: "?x=//../" }],
  ["/connectors/stripe/v1/charges/", { service: "stripe", path: "/v1/charges/", query: "" }],
  [
    "/connectors/google/v1/models/x:generate",
    { service: "google", path: "/v1/models/x:generate", query: "" },
  ],
  [
    "/connectors/files/100%25/a%20b/caf%C3%A9/...",
    { service: "files", path: "/100%25/a%20b/caf%C3%A9/...", query: "" },
  ],
  [
    "/connectors/http%3A%2F%2F0.0.0.0%3A9925/api/recipes?x=1",
    { service: "http://0.0.0.0:9925", path: "/api/recipes", query: "?x=1" },
  ],
  ["/connectors/http%3A%2F%2F%5B%3A%3A1%5D/a", { service: "http://[::1]", path: "/a", query: "" }],
])("finds the service and the path in %s", (url, target) => {
  expect(readTarget(url)).toEqual(target);
});

test.each([
  "/connectors/slack/../x",
  "/connectors/slack/./x",
  "/connectors/slack/a/..",
  "/connectors/slack/%2e%2e/x",
  "/connectors/slack/.%2E/x",
  "/connectors/slack/%252e%252e/x",
  "/connectors/slack/%25252e%25252e/x",
  "/connectors/slack/a%2f..%2fb",
  "/connectors/slack/a%252f%252e%252e%252fb",
  "/connectors/slack/..;/x",
  "/connectors/slack/%2e%2e;a=b/x",
  "/connectors/slack/a\\b",
  "/connectors/slack/a%5c..%5cb",
  "/connectors/slack//evil.example.com/",
  "/connectors/slack/a//b",
  "/connectors/slack/a%0d%0aHost:%20evil",
  "/connectors/slack/a%00",
  "/connectors/slack/a%250ab",
  "/connectors/slack/a b",
  "/connectors/slack/a\r\nHost: evil",
  "/connectors/slack/a#b",
  "/connectors/slack/é",
  "/connectors/slack/a%",
  "/connectors/slack/a%ff",
  '/connectors/slack/"',
  "/connectors/slack/{id}",
  "/connectors/",
  "/connectors//x",
  "/connectors/Slack/x",
  "/connectors/sl%61ck/x",
  "/connectors/http%3A%2F%2Fme%40localhost/x",
  "/connectors/http://localhost/x",
  "/connectors/slack@evil.com/x",
  `/connectors/slack/${"x".repeat(9000)}`,
])("%j is refused", (url) => {
  expect(() => readTarget(url)).toThrow(expect.objectContaining({ status: 400, code: "bad_path" }));
});
