import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { LAUNCHERS } from "../../../../runtime/supervisor/python/testing/runtime-fixture.ts";
import { openStage, type Stage, type StageRun } from "./network-stage.fixture.ts";

// A flood of DNS queries and a hundred connections take seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const TRIES = readFileSync(new URL("hostile-tries.py", import.meta.url), "utf8");
const HOSTS = [
  "api.example.com",
  "inside.example.com",
  "mixed.example.com",
  "metadata.example.com",
  "example.com:5432",
  "example.com",
];

const ALERT = /SSLV3_ALERT|TLSV1_ALERT|ALERT_ACCESS_DENIED/;
const CLOSED = /ConnectionResetError|SSLEOFError|SSLZeroReturnError|SSLError|closed/;
const UNREACHABLE = /Network is unreachable/;
const NOT_ALLOWED = /PermissionError/;

/** The expected result of each attempt. Without Landlock, the last layer returns other errors. */
const EXPECTED: Record<string, RegExp> = {
  "UDP to the internet": UNREACHABLE,
  "UDP to a declared host": /ConnectionRefusedError/,
  "an ICMP socket": /Protocol not supported/,
  "a raw socket": /Socket type not supported/,
  "a packet socket": /Address family not supported/,
  "a netlink socket": /Address family not supported/,
  "a public address": UNREACHABLE,
  "a public IPv6 address": UNREACHABLE,
  "the metadata address": UNREACHABLE,
  "an address of the block without a host": CLOSED,
  "port 443 of the loopback device": CLOSED,
  "data in a name": /code 3, 0 answers/,
  "data below a declared name": /code 3, 0 answers/,
  "data in a TXT question": /code 0, 0 answers/,
  "a name of 255 bytes": /code 3, 0 answers/,
  noise: /code 1, 0 answers/,
  "TLS to another name": ALERT,
  "TLS without a name": ALERT,
  "HTTP to another host": /This connection is to example.com, but its request names other.example.com/,
  "HTTP to the https port": /^'.x15.x03.x01/,
  "an undeclared host by CONNECT": / 403 /,
  "an undeclared port by CONNECT": / 403 /,
  "the metadata address by CONNECT": / 403 /,
  "the server itself by CONNECT": / 403 /,
  "IPv6 by CONNECT": / 400 /,
  "CONNECT without the run's token": / 401 /,
  "CONNECT to no port": / 400 /,
  "a declared host with a private address": ALERT,
  "a declared host with one private address": ALERT,
  "a declared host with the metadata address": /private network/,
  "a port that nobody may declare": /PermissionError|ConnectionRefusedError/,
  "a port that is not declared": /PermissionError|ConnectionRefusedError/,
  "another host at a declared port": CLOSED,
  "TLS to another name at a declared port": CLOSED,
  listening: NOT_ALLOWED,
  "the resolver's address": NOT_ALLOWED,
  "/etc/hosts": /PermissionError|Read-only/,
  "/etc/resolv.conf": /PermissionError|Read-only/,
  "100 connections": /^(?:[0-9]|[1-5][0-9]|6[0-4])$/,
  "a flood of questions": /Error/,
};

describe.each(LAUNCHERS)("in %s, an agent that declares hosts", (_name, parents) => {
  let stage: Stage;
  let run: StageRun;
  let results: Record<string, string>;
  beforeAll(async () => {
    stage = await openStage({ parents });
    run = await stage.run(TRIES, { hosts: HOSTS });
    results = run.receipt.output as Record<string, string>;
  });
  afterAll(() => stage.close());

  test("completes its run", () => {
    expect(run.receipt, run.receipt.error?.developerDetail).toMatchObject({ outcome: "completed" });
    expect(Object.keys(results).toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(Object.entries(EXPECTED))("cannot bypass its limits with %s", (name, expected) => {
    expect(results[name]).toMatch(expected);
    expect(results[name]).not.toMatch(/^REACHED/);
  });

  test("reaches no server, and no undeclared name is resolved", () => {
    expect(stage.requests).toEqual([]);
    expect(stage.resolved.filter((name) => !HOSTS.includes(name))).toEqual([]);
  });

  test("reports undeclared names, and has at most 32 refusals in its trace, each with its reason", () => {
    expect(run.undeclared.slice(0, 2)).toEqual(["c2vjcmv0.evil.example.net", "c2vjcmv0.api.example.com"]);
    const refused = run.connections.filter(({ outcome }) => outcome === "refused");
    expect(refused.map(({ host, port }) => `${host}:${port}`)).toContain("169.254.169.254:80");
    expect(refused.length).toBeLessThanOrEqual(32);
    expect(refused.every(({ reason }) => reason !== null && reason !== "")).toBe(true);
  });
});
