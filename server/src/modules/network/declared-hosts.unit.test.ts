import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { LAUNCHERS } from "../../../../runtime/supervisor/python/testing/runtime-fixture.ts";
import { MAX_TRAFFIC_BYTES, TRAFFIC_SPENT, Traffic } from "../../platform/outbound/traffic.ts";
import { openStage, type RunOptions, type Stage } from "./network-stage.fixture.ts";

// Real sandboxes are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** An agent that requests URLs one after the other, and returns each response or error. */
const FETCH = `import json, urllib.request
def main(message):
    results = []
    for url in json.loads(message):
        try:
            results.append(urllib.request.urlopen(url, timeout=10).read().decode()[:200])
        except BaseException as error:
            results.append(f"{type(error).__name__}: {error}")
    return results
`;

describe.each(LAUNCHERS)("in %s", (_name, parents) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ parents });
  });
  afterAll(() => stage.close());
  beforeEach(() => {
    stage.requests.splice(0);
    stage.resolved.splice(0);
    stage.triedInTrials.splice(0);
  });

  const fetchAll = async (urls: string[], options: RunOptions) => {
    const run = await stage.run(FETCH, { ...options, input: { message: JSON.stringify(urls) } });
    expect(run.receipt, run.receipt.error?.developerDetail).toMatchObject({ outcome: "completed" });
    return { ...run, results: run.receipt.output as string[] };
  };

  test("a declared host is reached over https and http, and the run counts the bytes sent and received", async () => {
    const traffic = new Traffic();
    const urls = ["https://api.example.com/a", "http://api.example.com/b", "https://www.api.example.com/c"];
    const { results, connections } = await fetchAll(urls, { hosts: ["api.example.com"], traffic });
    expect(results.slice(0, 2)).toEqual([
      expect.stringContaining('"path":"/a"'),
      expect.stringContaining('"path":"/b"'),
    ]);
    expect(connections).toMatchObject([
      { host: "api.example.com", port: 443, outcome: "connected", reason: null },
      { host: "api.example.com", port: 80, outcome: "connected", reason: null },
      { host: "www.api.example.com", outcome: "failed", reason: "Host name not found." },
    ]);
    for (const { bytesSent, bytesReceived } of connections.slice(0, 2))
      expect(Math.min(bytesSent, bytesReceived)).toBeGreaterThan(50);
  });

  test("wildcards, international names and ports allow exactly the declared hosts", async () => {
    const hosts = ["*.wild.example.org", "xn--bcher-kva.example"];
    const urls = [
      "https://a.wild.example.org/",
      "https://wild.example.org/",
      "https://xn--bcher-kva.example/",
      "https://api.example.com/",
    ];
    const { results, undeclared } = await fetchAll(urls, { hosts });
    expect(results.map((result) => result.includes("host"))).toEqual([true, false, true, false]);
    expect(undeclared).toEqual(["wild.example.org", "api.example.com"]);
  });

  test("an agent that declares `*` reaches a public host but no private hosts", async () => {
    const urls = ["https://api.example.com/", "https://inside.example.com/", "http://metadata.example.com/"];
    const { results, connections, undeclared } = await fetchAll(urls, { hosts: ["*"] });
    expect(results[0]).toContain("api.example.com");
    expect(connections.map(({ outcome }) => outcome)).toEqual(["connected", "refused", "refused"]);
    expect(undeclared).toEqual([]);
  });

  test("the server checks hosts against the version's declaration, whatever the sandbox claims", async () => {
    const { results, connections } = await fetchAll(["https://api.example.com/"], {
      hosts: ["*"],
      declared: ["other.example.com"],
    });
    expect(results[0]).toContain("ACCESS_DENIED");
    expect(connections).toMatchObject([
      { outcome: "refused", reason: "The agent does not declare this host." },
    ]);
    expect(stage.requests).toEqual([]);
  });

  test("a redirect to an undeclared host fails, and the error names that host", async () => {
    const urls = ["https://api.example.com/redirect/other.example.com"];
    const { results, undeclared } = await fetchAll(urls, { hosts: ["api.example.com"] });
    expect(results[0]).toContain("Name or service not known");
    expect(stage.requests).toEqual(["api.example.com /redirect/other.example.com"]);
    expect(undeclared).toEqual(["other.example.com"]);
  });

  test("an agent that declares no hosts fails immediately, and the error names the host that it needs", async () => {
    const source =
      'import urllib.request\ndef main(message): urllib.request.urlopen("https://api.example.com/")';
    const { receipt, undeclared } = await stage.run(source, { hosts: [] });
    expect(receipt.outcome).toBe("failed");
    expect(receipt.error?.developerDetail).toContain(
      "This agent tried to reach api.example.com, which it does not declare. Add it to hosts.",
    );
    expect(receipt.durationMs).toBeLessThan(5_000);
    expect(undeclared).toEqual(["api.example.com"]);
    expect(stage.resolved).toEqual([]);
  });

  test("a trial run reaches no host, and records the host that it tried to reach", async () => {
    const { results, connections } = await fetchAll(["https://api.example.com/"], {
      hosts: ["api.example.com"],
      trial: true,
    });
    expect(results[0]).toContain("ACCESS_DENIED");
    expect([stage.triedInTrials, stage.resolved, connections]).toEqual([["api.example.com"], [], []]);
  });

  test("a connection ends at the run's traffic limit, and the error says why", async () => {
    const traffic = new Traffic();
    traffic.add(MAX_TRAFFIC_BYTES - 300_000);
    const urls = [
      "http://api.example.com/bytes/200000",
      "http://api.example.com/bytes/200000",
      "http://api.example.com/",
    ];
    const { results, connections } = await fetchAll(urls, { hosts: ["api.example.com"], traffic });
    expect(results[0]).toMatch(/^x+$/);
    expect(results[1]).not.toMatch(/^x+$/);
    expect(results[2]).toContain("429");
    expect(connections.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["connected", null],
      ["failed", TRAFFIC_SPENT],
      ["refused", TRAFFIC_SPENT],
    ]);
  });

  test("large bodies arrive complete in both directions", async () => {
    const size = 3_000_000;
    const source = `import hashlib, urllib.request
def main(message):
    sent = urllib.request.urlopen("https://api.example.com/up", data=b"y" * ${size}).read().decode()
    got = urllib.request.urlopen("https://api.example.com/bytes/${size}").read()
    return [sent, len(got), hashlib.sha256(got).hexdigest() == hashlib.sha256(b"x" * ${size}).hexdigest()]
`;
    const { receipt } = await stage.run(source, { hosts: ["api.example.com"] });
    expect(receipt.output, receipt.error?.developerDetail).toEqual([
      expect.stringContaining(`"received":${size}`),
      size,
      true,
    ]);
  });

  test("connections end with their run and are recorded", async () => {
    const source = `import socket
held = []
def main(message):
    held.append(socket.create_connection(("example.com", 15432)))
    return held[0].recv(100).decode()
`;
    const { receipt, connections } = await stage.run(source, { hosts: ["example.com:15432"] });
    expect(receipt.output).toBe("who are you?");
    expect(connections).toMatchObject([
      { host: "example.com", port: 15432, outcome: "connected", bytesReceived: 12 },
    ]);
  });
});
