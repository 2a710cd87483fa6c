import { execFile, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ControlRun, Probe, ProbeInput } from "./probe.ts";
import { readProbeSource } from "./probe.ts";
import { SPARE_USER } from "./users.ts";

const run = promisify(execFile);
export const SCENE = readFileSync(join(import.meta.dirname, "scene.py"), "utf8");
/** The system's own Python, which every user may run. */
export const PYTHON = "/usr/bin/python3";

const UNSHARE = "unshare";
/**
 * The options for separate processes, mounts, network and IPC, so that a probe cannot affect anything on this machine.
 */
const APART = ["--mount", "--pid", "--fork", "--net", "--ipc", "--uts", "--mount-proc"];
const AS_SPARE = ["--reuid", `${SPARE_USER}`, "--regid", `${SPARE_USER}`, "--clear-groups", "--"];
/** The options for a user that is root inside its own namespaces and unprivileged outside. */
const OWN_ROOT = ["--user", "--map-root-user"];

export const isRoot = process.getuid?.() === 0;

/** Returns the program and arguments that run a command as a control. */
function isolateCommand(needsRoot: boolean, ...command: string[]): [string, string[]] {
  if (needsRoot) return [UNSHARE, [...APART, ...command]];
  const ordinary = [...APART, ...OWN_ROOT, ...command];
  return isRoot ? ["setpriv", [...AS_SPARE, UNSHARE, ...ordinary]] : [UNSHARE, ordinary];
}

/** Runs a probe outside any sandbox, together with its own scene. */
export async function runControl(probe: Probe): Promise<ControlRun> {
  if ("instead" in probe.control) throw new Error("this probe has no control of its own");
  const { input = {}, before = [], needsRoot = false } = probe.control;
  const folder = mkdtempSync(join(tmpdir(), "escape-control-"));
  if (isRoot && !needsRoot) chownSync(folder, SPARE_USER, SPARE_USER);
  const rounds: ProbeInput[] = [...before, input];
  try {
    const [program, args] = isolateCommand(needsRoot, PYTHON, "-c", SCENE, "control", folder);
    const child = run(program, args, { cwd: "/", timeout: 60_000, maxBuffer: 1 << 24 });
    child.child.stdin?.end(JSON.stringify({ source: readProbeSource(probe), rounds }));
    return JSON.parse((await child).stdout) as ControlRun;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns whether this machine lets the test create namespaces for controls. */
export function canControl(): boolean {
  const [program, args] = isolateCommand(false, "/usr/bin/true");
  return spawnSync(program, args, { cwd: "/" }).status === 0;
}
