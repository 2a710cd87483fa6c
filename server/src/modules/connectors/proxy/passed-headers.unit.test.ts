import { expect, test } from "vitest";
import { findService } from "../supported-services.ts";
import { filterAgentHeaders, filterServiceHeaders } from "./passed-headers.ts";

const pass = (headers: Record<string, string>) =>
  filterServiceHeaders(headers, (text) => text.includes("secret"));

test("passes headers that describe the answer, and drops cookies, server details and headers with the secret", () => {
  expect(
    pass({
      "content-type": "text/plain",
      "x-ratelimit-remaining": "7",
      "ratelimit-policy": "q",
      link: "<https://api.example.com/?page=2>; rel=next",
      "set-cookie": "a=b",
      server: "nginx",
      "access-control-allow-origin": "*",
      "www-authenticate": "Bearer",
      "x-stoa-error": "not_granted",
      "x-debug": "Bearer secret",
    }),
  ).toEqual({
    "content-type": "text/plain",
    "x-ratelimit-remaining": "7",
    "ratelimit-policy": "q",
    link: "<https://api.example.com/?page=2>; rel=next",
  });
});

test("drops a header that cannot be sent on and passes the rest of the answer", () => {
  expect(
    pass({ "x-title": "caf\u00e9", "x-name": "\u65e5\u672c", "x-bell": "a\u0007b", etag: '"1"' }),
  ).toEqual({
    "x-title": "caf\u00e9",
    etag: '"1"',
  });
});

test.each([
  "x-original-url",
  "x-original-uri",
  "x-original-host",
  "x-rewrite-url",
  "x-override-url",
  "x-url",
  "x-url-path",
  "x-host",
  "x-http-host-override",
  "x-forwarded",
  "x-forwarded-host",
  "forwarded",
])("%s is never sent, because it could bypass the grant", (name) => {
  const anyApi = findService("api.example.com");
  if (!anyApi) throw new Error("any API can be named by its host");
  expect(filterAgentHeaders({ [name]: "/v1/admin", "x-page": "2" }, anyApi)).toEqual({ "x-page": "2" });
});
