import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLOSED_PORTS, describeHosts, isCoveredBy, normalizeHost } from "./agent-hosts.ts";

test.each([
  ["api.example.com", "api.example.com"],
  [" API.Example.COM. ", "api.example.com"],
  ["api.example.com:443", "api.example.com"],
  ["api.example.com:80", "api.example.com"],
  ["db.example.com:5432", "db.example.com:5432"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["XN--BCHER-KVA.example", "xn--bcher-kva.example"],
  ["*.example.com", "*.example.com"],
  ["*", "*"],
  ["_dmarc.example.com", "_dmarc.example.com"],
])("the host %s is stored as %s", (written, host) => {
  expect(normalizeHost(written)).toEqual({ host });
});

test.each([
  ["https://api.example.com/v1", 'is a URL. Declare only its host: "api.example.com"'],
  ["api.example.com/v1", 'is a URL. Declare only its host: "api.example.com"'],
  ["127.0.0.1", "is an IP address"],
  ["0x7f.1", "is an IP address"],
  ["2130706433", "is an IP address"],
  ["[::1]", "is not the name of a host"],
  ["localhost", "is not the name of a public host"],
  ["*.com", "is not the name of a public host"],
  ["a.*.example.com", "is not the name of a host"],
  ["-a.example.com", "is not the name of a host"],
  ["a..example.com", "is not the name of a host"],
  ["a b.example.com", "is not the name of a host"],
  ["user@example.com", "is not the name of a host"],
  [`${"a".repeat(64)}.example.com`, "is not the name of a host"],
  [Array(5).fill("a".repeat(60)).join("."), "is not the name of a host"],
  ["", "is not the name of a host"],
  ["mail.example.com:25", "Port 25 cannot be used"],
  ["example.com:0", "Port 0 cannot be used"],
  ["example.com:65536", "Port 65536 cannot be used"],
  ["example.com:", "is not the name of a host"],
  ["*.example.com:5432", "Declare each host that needs this port by its full name"],
  ["*:5432", "is not the name of a host"],
])("the host %s cannot be declared", (written, problem) => {
  expect(normalizeHost(written)).toEqual({ problem: expect.stringContaining(problem) });
});

test("a host needs no new permission if an allowed declaration already covers it", () => {
  const allowed = ["api.example.com", "*.example.org", "db.example.com:5432"];
  for (const host of [...allowed, "a.b.example.org"]) expect(isCoveredBy(host, allowed)).toBe(true);
  for (const host of ["example.org", "*.example.com", "*", "a.example.org:5432", "db.example.com"])
    expect(isCoveredBy(host, allowed)).toBe(false);
  expect(isCoveredBy("anything.example.net", ["*"])).toBe(true);
  expect(isCoveredBy("db.example.com:5432", ["*"])).toBe(false);
  expect(isCoveredBy("*", ["*.example.org"])).toBe(false);
});

test("describes an agent's hosts in a sentence for callers", () => {
  expect(describeHosts(["api.example.com"])).toBe("api.example.com");
  expect(describeHosts(["api.example.com", "*.example.org", "*"])).toBe(
    "api.example.com, any host below example.org and any public host",
  );
});

test("the sandbox closes the ports that cannot be declared", () => {
  const source = readFileSync(
    new URL("../../runtime/python/stoa_sandbox/egress.py", import.meta.url),
    "utf8",
  );
  const [, list = ""] = /CLOSED_PORTS = frozenset\(\(([^)]*)\)\)/.exec(source) ?? [];
  expect(list.match(/\d+/g)?.map(Number)).toEqual(CLOSED_PORTS);
});
