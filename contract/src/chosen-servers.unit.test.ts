import { expect, test } from "vitest";
import { choiceOf, chosenServerName, isReplacedOrigin } from "./chosen-servers.ts";

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
])("%s stands for a server that its caller replaces: %s", (service, isOne) => {
  expect(isReplacedOrigin(service)).toBe(isOne);
  expect(choiceOf(service)).toBe(isOne ? "one" : service === "*" ? "several" : undefined);
});

test("what callers choose a server for has a name for people, and a service has its own", () => {
  expect(chosenServerName("*")).toBe("A server that the run names");
  expect(chosenServerName("http://localhost:5000")).toBe(
    "A server of your own in place of http://localhost:5000",
  );
  expect(chosenServerName("slack")).toBeUndefined();
});
