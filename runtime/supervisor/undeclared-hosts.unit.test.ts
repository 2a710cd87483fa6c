import { expect, test } from "vitest";
import { describeUndeclaredHosts } from "./undeclared-hosts.ts";

test("the message to the developer names at most five undeclared hosts", () => {
  expect(describeUndeclaredHosts(["a.example"])).toBe(
    "This agent tried to reach a.example, which it does not declare. Add it to hosts.",
  );
  const many = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}.example`);
  expect(describeUndeclaredHosts(many)).toContain(
    "e.example and 1 more, which it does not declare. Add them",
  );
});

test("if a client looks up the servers behind a name, the message says which URL to use instead", () => {
  const text = describeUndeclaredHosts(["_mongodb._tcp.c.example.net", "api.example.net"]);
  expect(text).toContain("tried to reach api.example.net, which");
  expect(text).toContain(
    "look up the servers of _mongodb._tcp.c.example.net. Runs resolve declared hosts only",
  );
  expect(text).toContain("the URL that begins with `mongodb://`");
  expect(text).not.toContain("Add them");
});
