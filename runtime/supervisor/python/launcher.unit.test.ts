import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { inspectInSandbox } from "./inspect.ts";
import { installPythonCode } from "./installation.ts";
import { createColdLauncher, type SandboxLauncher } from "./launcher.ts";
import { startParent } from "./parent-process.ts";
import { findPython } from "./probe.ts";
import { openRunDirectory } from "./run-directory.ts";
import type { SandboxSetup } from "./sandbox-command.ts";
import { toSandboxRequest } from "./sandbox-request.ts";
import { runInSandbox } from "./sandbox-run.ts";
import { makeRunDirectory, PYTHON_SOURCES, TEST_LIMITS } from "./testing/runtime-fixture.ts";
import { WarmLauncher } from "./warm-launcher.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const runDirectory = makeRunDirectory();
let setup: SandboxSetup;

beforeAll(async () => {
  const python = await findPython(undefined);
  setup = {
    python,
    bubblewrap: "bwrap",
    dropToUid: process.getuid?.() === 0 ? 61_000 : undefined,
    codeDirectory: await installPythonCode(PYTHON_SOURCES, runDirectory, python),
    packages: undefined,
    proc: "mount",
  };
});
afterAll(() => rmSync(runDirectory, { recursive: true, force: true }));

function warmLauncher(itsSetup: SandboxSetup): SandboxLauncher {
  const directory = openRunDirectory(runDirectory);
  const folders = { control: directory.makeParentFolder(itsSetup.dropToUid), gateways: directory.path };
  return new WarmLauncher({
    startParent: () => startParent(itsSetup, folders, { imports: [], spares: 0, isTrusted: true }, undefined),
    cold: createColdLauncher({ ...itsSetup, codeDirectory: "/no/such/code" }),
    runsPerParent: 10,
    isKept: true,
    report: () => {},
  });
}

describe.each([
  ["mount", "cold", createColdLauncher],
  ["bind", "cold", createColdLauncher],
  ["mount", "warm", warmLauncher],
  ["bind", "warm", warmLauncher],
] as const)("with /proc as a %s and a %s start", (proc, _kind, makeLauncher) => {
  it("an agent sees no processes in /proc", async () => {
    const launcher = makeLauncher({ ...setup, proc });
    const settings = { ...TEST_LIMITS, gateway: null };
    const source = "import os\ndef main(): return [name for name in os.listdir('/proc') if name.isdigit()]";
    const job = {
      kind: "run",
      source,
      filename: "a.py",
      entry: "main",
      entryKind: "function",
      takes: "none",
      trial: false,
      secrets: {},
      hasHosts: false,
      input: {},
      token: "",
    } as const;
    const lines: string[] = [];
    const run = runInSandbox(await launcher.launch(undefined), toSandboxRequest(settings, job), {
      onStarted: () => lines.push("started"),
      onEventLine: (line) => lines.push(line),
      onRawLine: (_stream, line) => lines.push(line),
      onUndeclaredHost: () => undefined,
    });
    expect(await run.end).toEqual({ kind: "exit", code: 0, reason: null });
    expect(lines).toEqual(["started", '{"type":"result","value":[]}']);
    await launcher.close();
  });
});

it("a sandbox that cannot start reports bubblewrap's error", async () => {
  const launcher = createColdLauncher({ ...setup, codeDirectory: "/no/such/code" });
  await expect(inspectInSandbox(launcher, "x = 1")).rejects.toThrow("/no/such/code");
});

it("a program that does not exist causes an error and does not crash the host", async () => {
  const launcher = createColdLauncher({ ...setup, dropToUid: undefined, bubblewrap: "/no/such/bwrap" });
  await expect(inspectInSandbox(launcher, "x = 1")).rejects.toThrow("ENOENT");
});

it("code is installed once, in a folder whose name depends on the content", async () => {
  const again = await Promise.all(
    [1, 2, 3].map(() => installPythonCode(PYTHON_SOURCES, runDirectory, setup.python)),
  );
  expect(again).toEqual([setup.codeDirectory, setup.codeDirectory, setup.codeDirectory]);
  const other = await installPythonCode(PYTHON_SOURCES, runDirectory, { ...setup.python, version: "3.99.0" });
  expect(other).not.toBe(setup.codeDirectory);
});

it("servers that start at the same time install the same copy", async () => {
  const fresh = makeRunDirectory();
  const copies = await Promise.all(
    [1, 2, 3].map(() => installPythonCode(PYTHON_SOURCES, fresh, setup.python)),
  );
  expect(new Set(copies).size).toBe(1);
  rmSync(fresh, { recursive: true });
});
