import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPythonRuntimes, type PythonRuntimesOptions } from "./index.ts";
import { createJob, makeRunDirectory } from "./testing/runtime-fixture.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let runDirectory: string;
const isRoot = process.getuid?.() === 0;

beforeEach(() => {
  runDirectory = makeRunDirectory();
});
afterEach(() => rmSync(runDirectory, { recursive: true, force: true }));

async function whyNot(options: Partial<PythonRuntimesOptions>): Promise<{ reason: string; remedy: string }> {
  const runtimes = await createPythonRuntimes({ runDirectory, ...options });
  const status = runtimes.stoa.getStatus();
  await runtimes.close();
  if (status.available) throw new Error("it is available");
  return status;
}

function fakeProgram(name: string, script: string): string {
  const path = join(runDirectory, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

it("reports that Python is missing", async () => {
  const { reason, remedy } = await whyNot({ pythonPath: "/no/such/python" });
  expect(reason).toContain("/no/such/python");
  expect(remedy).toContain("STOA_PYTHON");
});

it("reports that Python is too old", async () => {
  const answer = JSON.stringify({ executable: "/usr/bin/python2", prefix: "/usr", version: [3, 8, 1] });
  const { reason } = await whyNot({ pythonPath: fakeProgram("python", `echo '${answer}'`) });
  expect(reason).toContain("3.8.1");
});

it("reports that bubblewrap is missing", async () => {
  const { reason, remedy } = await whyNot({ bubblewrapPath: "/no/such/bwrap" });
  expect(reason).toContain("bubblewrap");
  expect(remedy).toContain("apt install bubblewrap");
});

it("reports that namespaces are not available", async () => {
  const bubblewrapPath = fakeProgram(
    "bwrap",
    '[ "$1" = --version ] || { echo "No permissions" >&2; exit 1; }',
  );
  expect((await whyNot({ bubblewrapPath })).reason).toContain("namespaces");
});

it("reports that the run directory's path is too long for sockets", async () => {
  const { reason } = await whyNot({ runDirectory: join(runDirectory, "x".repeat(80)) });
  expect(reason).toContain("too long");
});

it("reports that the run directory cannot be created", async () => {
  const file = join(runDirectory, "file");
  writeFileSync(file, "");
  expect((await whyNot({ runDirectory: join(file, "x") })).reason).toContain("ENOTDIR");
});

it.runIf(isRoot)("reports that the run directory belongs to another user", async () => {
  const foreign = join(runDirectory, "foreign");
  mkdirSync(foreign);
  chownSync(foreign, 61_100, 61_100);
  expect((await whyNot({ runDirectory: foreign })).reason).toContain("another user");
});

it.runIf(isRoot)("reports that the sandbox's user cannot enter the run directory", async () => {
  const closed = mkdtempSync(join(tmpdir(), "stoa-"));
  const { reason, remedy } = await whyNot({ runDirectory: join(closed, "run") });
  rmSync(closed, { recursive: true });
  expect(reason).toContain("is not readable");
  expect(remedy).toContain("/run/stoa");
});

it.runIf(isRoot)("reports that the sandbox's user cannot run Python", async () => {
  const closed = join(runDirectory, "closed");
  mkdirSync(closed, { mode: 0o700 });
  const executable = join(closed, "python3");
  symlinkSync("/usr/bin/python3", executable);
  const answer = JSON.stringify({ executable, prefix: "/usr", version: [3, 11, 0] });
  const { reason, remedy } = await whyNot({ pythonPath: fakeProgram("python", `echo '${answer}'`) });
  expect(reason).toContain(executable);
  expect(remedy).toContain("STOA_PYTHON");
});

it("jobs of an unavailable runtime fail with the reason for the developer", async () => {
  const { stoa: runtime } = await createPythonRuntimes({ runDirectory, pythonPath: "/no/such/python" });
  const receipt = await runtime.start(createJob("def main(): ..."), () => {}).receipt;
  expect(receipt.outcome).toBe("crashed");
  expect(receipt.error?.message).not.toContain("/no/such");
  await expect(runtime.inspect("x = 1")).rejects.toThrow("/no/such/python");
});

it("follows a link to the real interpreter", async () => {
  const link = join(runDirectory, "python3");
  symlinkSync("/usr/bin/python3", link);
  const runtimes = await createPythonRuntimes({ runDirectory, pythonPath: link });
  expect(runtimes.stoa.getStatus()).toEqual({ available: true });
  await runtimes.close();
});

it("reports that Python is in a folder that sandboxes replace with their own", async () => {
  const answer = JSON.stringify({ executable: "/tmp/x/bin/python3", prefix: "/tmp/x", version: [3, 12, 0] });
  const { reason } = await whyNot({ pythonPath: fakeProgram("python", `echo '${answer}'`) });
  expect(reason).toContain("/tmp/x/bin/python3");
});
