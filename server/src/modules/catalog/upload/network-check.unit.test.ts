import type { HostsInFile, Inspection } from "@stoa/runtime/protocol";
import { expect, test } from "vitest";
import { checkNetwork } from "./network-check.ts";

const DECLARATION: Inspection["declaration"] = {
  features: [],
  useCases: [],
  tags: [],
  models: [],
  connectors: [],
  agents: [],
  examples: [],
};

function check(hosts: Partial<HostsInFile>, change: Partial<Inspection> = {}) {
  const found: HostsInFile = { declared: [], written: [], place: "decorator", ...hosts };
  return checkNetwork({
    inspection: { parameters: [], declaration: DECLARATION, imports: [], hosts: found, ...change },
  });
}

const declared = (...hosts: string[]) => ({ declared: hosts.map((host, at) => ({ host, line: at + 4 })) });
const inCode = (host: string, isModelEndpoint = false) => ({ host, line: 9, isModelEndpoint });

test("hosts are stored once each, in normalized form, the widest first", () => {
  expect(check(declared("B.example.org", "a.example.org:443", "b.example.org", "*"))).toMatchObject({
    ok: true,
    detail: "Sends requests to any public host, a.example.org and b.example.org",
    facts: { hosts: ["*", "a.example.org", "b.example.org"], modelHosts: [] },
  });
});

test("a file that declares no hosts can reach no host", () => {
  expect(check({})).toEqual({ ok: true, detail: "Reaches no hosts", facts: { hosts: [], modelHosts: [] } });
});

test("an invalid host is refused with its line number", () => {
  expect(check(declared("a.example.org", "10.0.0.1"))).toEqual({
    ok: false,
    line: 5,
    detail: 'Line 5: "10.0.0.1" is an IP address. Declare the name of a host.',
  });
  expect(check({}, { hostProblem: { message: "Not a list.", line: 2 } })).toMatchObject({
    ok: false,
    detail: "Line 2: Not a list.",
  });
});

test("a file that declares more than 50 hosts is refused", () => {
  const many = Array.from({ length: 51 }, (_, at) => `h${at}.example.org`);
  expect(check(declared(...many))).toMatchObject({
    ok: false,
    detail: "An agent can declare at most 50 hosts.",
  });
});

test.each([
  ["decorator", 'To allow this, write `@stoa.agent(hosts=["a.example.org", "api.service.io"])`'],
  ["assignment", 'write `STOA_HOSTS = ["a.example.org", "api.service.io"]` at the top level'],
  ["metadata", 'write `hosts = ["a.example.org", "api.service.io"]` under `[tool.stoa]`'],
] as const)("a host in the code is proposed with the line to add to the %s", (place, line) => {
  const result = check({ ...declared("a.example.org"), written: [inCode("api.service.io")], place });
  expect(result).toMatchObject({ ok: true, warns: true, facts: { hosts: ["a.example.org"] } });
  expect(result.detail).toContain("The file names api.service.io (line 9), which it does not declare");
  expect(result.detail).toContain(line);
});

test("a mongodb+srv URL is reported with its line number and the declaration to write instead", () => {
  const result = check({ ...declared("c.example.org"), serverLookup: { line: 7 } });
  expect(result).toMatchObject({ ok: true, warns: true, facts: { hosts: ["c.example.org"] } });
  expect(result.detail).toContain("Line 7 has a URL that begins with `mongodb+srv://`.");
  expect(result.detail).toContain("declare each server with its port");
});

test("the hosts of client libraries are proposed", () => {
  const result = check({}, { imports: ["tavily", "toString"] });
  expect(result.detail).toContain("api.tavily.com (the client tavily)");
});

test("hosts that are declared or reached through a connector are not proposed", () => {
  const written = [inCode("a.example.org"), inCode("b.shop.example"), inCode("api.crm.example")];
  const connectors = [{ service: "api.crm.example" }];
  const result = check(
    { ...declared("a.example.org", "*.shop.example"), written },
    { declaration: { ...DECLARATION, connectors } },
  );
  expect(result).not.toHaveProperty("warns");
});

test("models at the developer's own endpoint are not metered, and the check says so", () => {
  const written = [inCode("api.groq.com", true)];
  expect(check({ ...declared("api.groq.com"), written })).toMatchObject({
    ok: true,
    detail:
      "Sends requests to api.groq.com. Models at api.groq.com are called with your own key. Their tokens are not metered, and callers do not pay for them",
    facts: { modelHosts: ["api.groq.com"] },
  });
  expect(check({ written })).toMatchObject({ facts: { modelHosts: [] } });
});

test("the hosts of a workflow are the hosts that its analysis found", () => {
  const declaration = { ...DECLARATION, hosts: ["192.168.1.20:9925"] };
  const { hosts: _, ...inspection } = { parameters: [], declaration, imports: [], hosts: undefined };
  expect(checkNetwork({ inspection })).toMatchObject({ ok: true, facts: { hosts: ["192.168.1.20:9925"] } });
});
