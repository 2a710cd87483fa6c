import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Surroundings {
  cwd: string;
  env?: Record<string, string>;
}

/** Runs a program to its end and returns its output. Fails with all of it. */
export async function runProgram(
  program: string,
  args: string[],
  { cwd, env }: Surroundings,
): Promise<string> {
  const options = { cwd, env: { ...inherited(), ...env }, maxBuffer: 10_000_000 };
  const { stdout } = await run(program, args, options).catch((error: Error & { stdout?: string }) => {
    throw new Error(`${error.message}\n${error.stdout ?? ""}`);
  });
  return stdout;
}

/** Starts a program that serves something. The caller kills it. */
export function startProgram(program: string, args: string[], { cwd, env }: Surroundings): ChildProcess {
  return spawn(program, args, { cwd, env: { ...inherited(), ...env }, stdio: "ignore" });
}

/** The environment variables that programs need; a key or address in our environment must not help them. */
function inherited(): Record<string, string | undefined> {
  const { STOA_API_KEY: _key, STOA_BASE_URL: _url, ...env } = process.env;
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
