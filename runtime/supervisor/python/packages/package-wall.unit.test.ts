import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type PreparedSandboxes, prepareSandboxes } from "../preparation.ts";
import { getSandboxUser } from "../sandbox-user.ts";
import { startPackageIndex, type TestIndex } from "../testing/package-index.ts";
import { makeRunDirectory, PYTHON_SOURCES } from "../testing/runtime-fixture.ts";
import { IndexRelay } from "./index-relay.ts";
import { runBehindWall, type WallJob } from "./package-wall.ts";
import { openToWall } from "./work-folder.ts";

// Real processes in real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let runDirectory: string;
let prepared: PreparedSandboxes;
let index: TestIndex;
let other: TestIndex;

beforeAll(async () => {
  runDirectory = makeRunDirectory();
  const options = { runDirectory, environmentsDirectory: undefined, pythonPath: undefined };
  const dropToUid = getSandboxUser();
  prepared = await prepareSandboxes({
    ...options,
    dropToUid,
    bubblewrap: "bwrap",
    sourceDirectory: PYTHON_SOURCES,
  });
  [index, other] = await Promise.all([startPackageIndex({ name: "a" }), startPackageIndex({ name: "a" })]);
});
afterAll(async () => {
  await Promise.all([index.close(), other.close()]);
  prepared.directory.remove();
  rmSync(runDirectory, { recursive: true, force: true });
});

/**
 * Runs a Python program in uv's sandbox with access to one index. Returns the way in which the program ended and the
 * content that it wrote to `found`.
 */
async function tryBehindWall(program: string, change: Partial<WallJob> = {}, maxBytes = 1_000_000) {
  const folder = mkdtempSync(join(runDirectory, "work-"));
  await openToWall(folder, prepared.setup.dropToUid);
  const relay = await IndexRelay.open({
    path: prepared.directory.createSocketPath(),
    ownerUid: prepared.setup.dropToUid,
    hosts: new Set([new URL(index.url).host]),
    maxBytes,
  });
  try {
    const end = await runBehindWall({
      setup: prepared.setup,
      // This replaces uv, as if a wheel had exploited a bug in the real one.
      uv: prepared.setup.python.executable,
      environment: {},
      folder,
      arguments: ["-c", program],
      relay: relay.path,
      timeoutMs: 30_000,
      maxBytes: 50_000_000,
      ...change,
    });
    const read = () => JSON.parse(readFileSync(join(folder, "found"), "utf8"));
    return { end, relay, read };
  } finally {
    relay.close();
  }
}

it("a process in uv's sandbox sees no files or variables of the server, and can write only to its own folder", async () => {
  vi.stubEnv("STOA_MASTER_KEY", "of the server");
  const { end, read } = await tryBehindWall(`
import json, os
def works(act):
    try: act(); return True
    except OSError: return False
json.dump({
    "root": sorted(os.listdir("/")),
    "environment": sorted(name for name in os.environ if "STOA" in name),
    "password file": works(lambda: open("/etc/passwd")),
    "processes": [name for name in os.listdir("/proc") if name.isdigit() and int(name) > 20],
    "writable": [path for path in ("/", "/usr", "/tmp", "/run", "/etc", "/stoa", "/environment") if works(lambda: open(path + "/x", "w"))],
}, open("/environment/found", "w"))`);
  vi.unstubAllEnvs();
  expect(end).toEqual({ kind: "done" });
  expect(read()).toEqual({
    root: expect.not.arrayContaining(["home", "root", "var", "work"]),
    environment: [],
    "password file": false,
    processes: [],
    writable: ["/environment"],
  });
});

it("a process in uv's sandbox reaches only the package index", async () => {
  const probe = `
import json, os, socket, urllib.request
def get(url, proxy=True):
    handler = urllib.request.ProxyHandler({"http": os.environ["HTTP_PROXY"]} if proxy else {})
    try: return urllib.request.build_opener(handler).open(url, timeout=5).status
    except urllib.error.HTTPError as error: return error.code
    except OSError as error: return "unreachable"
def tunnel(host):
    address = os.environ["HTTP_PROXY"].split("//")[1].split(":")
    connection = socket.create_connection((address[0], int(address[1])), timeout=5)
    connection.sendall(f"CONNECT {host} HTTP/1.1\\r\\nHost: {host}\\r\\n\\r\\n".encode())
    return connection.recv(100).split(b" ")[1].decode()
json.dump({
    "index": get("${index.url}/a/"),
    "another": get("${other.url}/a/"),
    "directly": get("${index.url}/a/", proxy=False),
    "tunnel": tunnel("${new URL(index.url).host}"),
    "tunnel to another": tunnel("${new URL(other.url).host}"),
    "metadata service": tunnel("169.254.169.254:80"),
    "another port": tunnel("127.0.0.1:22"),
}, open("/environment/found", "w"))`;
  const { end, relay, read } = await tryBehindWall(probe);
  expect(end).toEqual({ kind: "done" });
  expect(read()).toEqual({
    index: 200,
    another: 403,
    directly: "unreachable",
    tunnel: "200",
    "tunnel to another": "403",
    "metadata service": "403",
    "another port": "403",
  });
  expect(other.requests).toEqual([]);
  expect(relay.refused).toContain("169.254.169.254:80");
});

it("a connection to an index that sends too much data is closed", async () => {
  index.add({ name: "large", files: { "large/data.bin": crypto.getRandomValues(new Uint8Array(60_000)) } });
  const url = `${new URL(index.url).origin}/files/large-1.0-py3-none-any.whl`;
  const program = `
import os, urllib.request
handler = urllib.request.ProxyHandler({"http": os.environ["HTTP_PROXY"]})
urllib.request.build_opener(handler).open("${url}").read()`;
  const { end, relay } = await tryBehindWall(program, {}, 20_000);
  expect(end).toMatchObject({ kind: "failed" });
  expect(relay.isExhausted).toBe(true);
});

it.each([
  ["never ends", "import time\ntime.sleep(1_000)", { timeoutMs: 2_000 }, { kind: "late" }],
  ["fills its folder", "open('/environment/x', 'wb').write(bytes(80_000_000))", {}, { kind: "full" }],
  [
    "takes too much memory",
    "bytearray(2 << 30)",
    {},
    { kind: "failed", output: expect.stringContaining("MemoryError") },
  ],
])("a process that %s is ended", async (_what, program, change, end) => {
  expect((await tryBehindWall(program, change)).end).toEqual(end);
});
