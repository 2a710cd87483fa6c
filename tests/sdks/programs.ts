import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface ProgramOptions {
  cwd: string;
  env?: Record<string, string>;
}

/** Runs a program to its end and returns its output. Throws an error with the whole output if it fails. */
export async function runProgram(
  program: string,
  args: string[],
  { cwd, env }: ProgramOptions,
): Promise<string> {
  const options = { cwd, env: { ...getInheritedEnvironment(), ...env }, maxBuffer: 10_000_000 };
  const { stdout } = await run(program, args, options).catch((error: Error & { stdout?: string }) => {
    throw new Error(`${error.message}\n${error.stdout ?? ""}`);
  });
  return stdout;
}

/** Starts a program that runs until the caller kills it, such as a server. */
export function startProgram(program: string, args: string[], { cwd, env }: ProgramOptions): ChildProcess {
  return spawn(program, args, { cwd, env: { ...getInheritedEnvironment(), ...env }, stdio: "ignore" });
}

/**
 * Returns the environment variables that programs need. A key or base URL in the environment of the tests must not
 * affect them.
 */
export function getInheritedEnvironment(): Record<string, string | undefined> {
  const { STOA_API_KEY: _key, STOA_URL: _url, ...env } = process.env;
  return { ...env, ...NOTHING_BUT_THE_SERVER };
}

/** Programs call the server directly, without a proxy. */
const NOTHING_BUT_THE_SERVER = {
  NO_PROXY: "127.0.0.1",
  no_proxy: "127.0.0.1",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
};
