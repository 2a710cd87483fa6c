import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CLI_FILE, SDK_PATH } from "@stoa/contract";
import { getInheritedEnvironment, runProgram } from "./programs.ts";

/** What a command wrote, and how it ended. */
export interface Ended {
  stdout: string;
  stderr: string;
  code: number | null;
}

export interface CommandOptions {
  /** Added to the environment, which has neither a key nor a server. */
  env?: Record<string, string>;
  /** What another program writes to standard input. */
  input?: string;
}

/** A person's empty home folder in which the command line was installed from a server. */
export class CommandLine {
  readonly home: string;

  private constructor(home: string) {
    this.home = home;
  }

  /** Installs the packed file with npm, as its users do. */
  static async install(origin: string): Promise<CommandLine> {
    const home = mkdtempSync(join(tmpdir(), "stoa-cli-"));
    writeFileSync(join(home, "package.json"), JSON.stringify({ private: true }));
    await runProgram("npm", ["install", `${origin}${SDK_PATH}${CLI_FILE}`], { cwd: home });
    return new CommandLine(home);
  }

  /** Runs a command to its end. */
  async run(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
    return collectOutput(this.start(args, options));
  }

  /** Starts a command that runs until it is stopped. */
  start(args: readonly string[], { env, input = "" }: CommandOptions = {}): ChildProcess {
    const child = spawn(join(this.home, "node_modules", ".bin", "stoa-cli"), args, this.getPlace(env));
    child.stdin?.end(input);
    return child;
  }

  /** Runs a line of a shell, with only this home. */
  runShell(line: string, env: Record<string, string>): Promise<Ended> {
    return collectOutput(spawn("sh", ["-c", line], this.getPlace(env)));
  }

  /** Writes files below the home folder. */
  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.home, path)), { recursive: true });
      writeFileSync(join(this.home, path), text);
    }
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  private getPlace(env: Record<string, string> = {}) {
    const { STOA_URL: _, XDG_CONFIG_HOME: __, ...inherited } = getInheritedEnvironment();
    return { cwd: this.home, env: { ...inherited, HOME: this.home, ...env } };
  }
}

/** Waits until a program has ended. */
export function collectOutput(child: ChildProcess): Promise<Ended> {
  const ended: Ended = { stdout: "", stderr: "", code: null };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    ended.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    ended.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ ...ended, code }));
  });
}

/** Waits until a program has written a text, and returns everything so far. */
export function waitForOutput(
  child: ChildProcess,
  pattern: RegExp,
  stream: "stdout" | "stderr" = "stdout",
): Promise<string> {
  let seen = "";
  return new Promise((resolve, reject) => {
    child[stream]?.setEncoding("utf8").on("data", (text: string) => {
      seen += text;
      if (pattern.test(seen)) resolve(seen);
    });
    child.once("close", () => reject(new Error(`The program ended before it wrote ${pattern}: ${seen}`)));
  });
}
