import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isPresent } from "../../../../../runtime/supervisor/python/environments/index.ts";
import { makeEnvironments } from "../../../../../runtime/supervisor/python/environments/make-environments.ts";
import { findPython } from "../../../../../runtime/supervisor/python/probe.ts";
import { getSandboxUser } from "../../../../../runtime/supervisor/python/sandbox-user.ts";
import { PYTHON_SOURCES } from "../../../../../runtime/supervisor/python/testing/runtime-fixture.ts";
import { getTestEnvironmentsDirectory } from "../../../../../runtime/supervisor/python/testing/test-environments.ts";
import { openStage, type Stage } from "../network-stage.fixture.ts";

// The clients are installed once, which downloads 20 MB. Their imports take seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const AGENT = readFileSync(new URL("client_calls.py", import.meta.url), "utf8");
const HOSTS = ["api.example.com", "inside.example.com"];
const URLS = {
  declared: "https://api.example.com/hello",
  undeclared: "https://evil.example.net/hello",
  refused: "https://inside.example.com/hello",
  address: "https://1.1.1.1/hello",
};
const ECHO = '"host":"api.example.com"';
const NOT_FOUND =
  /Name or service not known|Failed to resolve|Domain name not found|Connection error|DNS|not found|UNAVAILABLE|DEADLINE/i;
const ALERT = /ACCESS_DENIED|access denied|Connection error|UNAVAILABLE|DEADLINE/i;
const UNREACHABLE =
  /Network is unreachable|Connection error|All connection attempts failed|UNAVAILABLE|DEADLINE/i;

/** The result that each client returns for a declared host. */
const CLIENTS: [client: string, answer: string][] = [
  ["urllib", ECHO],
  ["requests", ECHO],
  ["urllib3", ECHO],
  ["httpx", ECHO],
  ["httpx_http2", '"version":"2.0"'],
  ["httpx_async", ECHO],
  ["aiohttp", ECHO],
  ["aiohttp_with_c_ares", ECHO],
  ["websockets", "ping"],
  ["openai", "hello from the developer's own model"],
  ["grpc", "hello"],
  ["20_threads", "40"],
];

/** Returns a folder of sources whose base environment has the clients. */
function makeSources(): string {
  const folder = mkdtempSync(join(tmpdir(), "stoa-clients-"));
  for (const part of ["stoa", "stoa_sandbox"]) symlinkSync(join(PYTHON_SOURCES, part), join(folder, part));
  cpSync(join(PYTHON_SOURCES, "environments"), join(folder, "environments"), { recursive: true });
  const lock = fileURLToPath(new URL("requirements.txt", import.meta.url));
  cpSync(lock, join(folder, "environments/base/requirements.txt"));
  return folder;
}

describe("client libraries, unmodified", () => {
  let stage: Stage;
  const sourceDirectory = makeSources();
  beforeAll(async () => {
    const environmentsDirectory = getTestEnvironmentsDirectory();
    const python = await findPython(undefined);
    const dropToUid = getSandboxUser();
    const options = { directory: environmentsDirectory, sourceDirectory, python, dropToUid };
    const { base } = await makeEnvironments(options);
    if (!isPresent(base)) throw new Error(`${base.reason} ${base.remedy}`);
    stage = await openStage({ parents: "first-use", environmentsDirectory, sourceDirectory });
  });
  afterAll(async () => {
    await stage.close();
    rmSync(sourceDirectory, { recursive: true, force: true });
  });

  test.each(CLIENTS)(
    "%s reaches a declared host, and fails immediately for any other host",
    async (client, answer) => {
      const message = JSON.stringify({ client, urls: URLS });
      const limits = { memoryBytes: 1 << 30, processes: 64 };
      const { receipt, undeclared } = await stage.run(AGENT, { hosts: HOSTS, input: { message }, limits });
      expect(receipt, receipt.error?.developerDetail).toMatchObject({ outcome: "completed" });
      const results = receipt.output as Record<keyof typeof URLS, string>;
      expect(results.declared).toContain(answer);
      expect(results.undeclared).toMatch(NOT_FOUND);
      expect(results.refused).toMatch(ALERT);
      expect(results.address).toMatch(UNREACHABLE);
      expect(undeclared).toEqual(["evil.example.net"]);
    },
  );
});
