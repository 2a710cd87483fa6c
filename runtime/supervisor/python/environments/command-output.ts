import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface CommandOptions {
  env?: NodeJS.ProcessEnv;
  timeoutMs: number;
}

/** A command failed. `output` is everything that it printed. */
export class FailedCommand extends Error {
  readonly output: string;
  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

/**
 * The maximum output of a command. pip and uv print one line per package, and up to a screenful for an error.
 */
const MOST_OUTPUT_BYTES = 4 << 20;

function readOutput(error: object, channel: "stdout" | "stderr"): string {
  return channel in error ? String(error[channel as keyof typeof error]) : "";
}

/** Runs a command until it ends and returns its standard output. @throws FailedCommand if it fails or takes too long */
export async function runCommand(command: readonly string[], options: CommandOptions): Promise<string> {
  const [program = "", ...args] = command;
  try {
    const { stdout } = await run(program, args, {
      cwd: "/",
      env: { ...process.env, ...options.env },
      timeout: options.timeoutMs,
      killSignal: "SIGKILL",
      maxBuffer: MOST_OUTPUT_BYTES,
    });
    return stdout;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const late = "killed" in error && error.killed === true ? "\ntimed out" : "";
    const output = `${readOutput(error, "stdout")}${readOutput(error, "stderr")}${late}`;
    throw new FailedCommand(error.message, output.trim() === "" ? error.message : output);
  }
}
