import { expect, test } from "vitest";
import { isApiHost, parseApiHost } from "./api-host.ts";

test.each(["api.example.com", "xn--bcher-kva.example", "a.b-c.example.com", "api.example.com:8443"])(
  "accepts %s as the host of an API",
  (host) => expect(isApiHost(host)).toBe(true),
);

test.each([
  "api",
  "localhost",
  "10.0.0.1",
  "0x7f.0.0.1",
  "[::1]",
  "Api.example.com",
  "api.example.com:443",
  "api.example.com:70000",
  "api.example.com/v1",
  "api_1.example.com",
  "-a.example.com",
  "api.example.com.",
  `${"a".repeat(64)}.example.com`,
  `${"a.".repeat(130)}com`,
])("rejects %s as the host of an API", (text) => expect(isApiHost(text)).toBe(false));

test.each([
  ["https://API.Example.com/v1?x=1", "api.example.com"],
  [" api.example.com ", "api.example.com"],
  ["https://api.example.com:443/", "api.example.com"],
  ["api.example.com:8443", "api.example.com:8443"],
  ["http://api.example.com", undefined],
  ["https://me:secret@api.example.com", undefined],
  ["127.0.0.1", undefined],
  ["https://2130706433", undefined],
  ["", undefined],
])("reads %s as the host %s", (entered, host) => expect(parseApiHost(entered)).toBe(host));
