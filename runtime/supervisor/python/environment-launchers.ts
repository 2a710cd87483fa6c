import type { Job } from "../../protocol/index.ts";
import { createColdLauncher, type SandboxLauncher } from "./launcher.ts";
import type { SandboxSetup } from "./sandbox-command.ts";

/**
 * Returns a function that returns the launcher of a job with packages of its own, or undefined for any other job. Each of
 * its runs gets a new sandbox, because a process that has imported packages of strangers must not serve anybody else.
 */
export function createEnvironmentLaunchers(setup: SandboxSetup): (job: Job) => SandboxLauncher | undefined {
  return ({ environment }) => environment && createColdLauncher({ ...setup, packages: environment.packages });
}
