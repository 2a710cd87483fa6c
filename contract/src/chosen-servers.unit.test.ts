import { expect, test } from "vitest";
import { findServerChoice, getChosenServerName, isReplacedOrigin } from "./chosen-servers.ts";

test.each<[service: string, isOne: boolean]>([
  ["http://0.0.0.0:9925", true],
  ["http://localhost", true],
  ["https://10.0.0.7:8443", true],
  ["https://n8n:5678", true],
  ["http://[::1]:8080", true],
  ["http://api.example.com", true],
  ["https://api.example.com", false],
  ["http://localhost/", false],
  ["http://localhost/api", false],
  ["http://LOCALHOST", false],
  ["http://me:pw@localhost", false],
  ["ftp://localhost", false],
  ["slack", false],
  ["api.example.com", false],
  ["*", false],
])("a caller replaces the declared server %s with their own: %s", (service, isOne) => {
  expect(isReplacedOrigin(service)).toBe(isOne);
  expect(findServerChoice(service)).toBe(isOne ? "one" : service === "*" ? "several" : undefined);
});

test("returns a readable name only for servers that the caller chooses", () => {
  expect(getChosenServerName("*")).toBe("Any server, chosen by the caller");
  expect(getChosenServerName("http://localhost:5000")).toBe(
    "Your own server instead of http://localhost:5000",
  );
  expect(getChosenServerName("slack")).toBeUndefined();
});
