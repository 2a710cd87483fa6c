import { spawn, spawnSync } from "node:child_process";
import { ROOT } from "./root.mjs";

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to this process's environment
 * @property {number} [timeoutMs] the command is killed after this time
 */

/** A command or a check that failed. `output` is everything that the command printed, or the findings of the check. */
export class CommandError extends Error {
  /**
   * @param {string} message
   * @param {string} output
   */
  constructor(message, output) {
    super(message);
    this.name = "CommandError";
    this.output = output;
  }
}

/**
 * Runs a command to its end and returns its output on stdout and stderr. Throws CommandError if the command fails.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<string>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    // Start the command in its own process group, so that a hanging test run can be killed with all its children.
    const child = spawn(program, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    /** @type {string[]} */
    const output = [];
    const collect = (/** @type {Buffer} */ chunk) => void output.push(chunk.toString("utf8"));
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const killGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // The process has already ended.
      }
    };
    const onInterrupt = () => {
      killGroup();
      process.exit(130);
    };
    process.once("SIGINT", onInterrupt).once("SIGTERM", onInterrupt);
    let timedOut = false;
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            killGroup();
          }, options.timeoutMs);
    /** @param {string | null} failure */
    const finish = (failure) => {
      clearTimeout(timer);
      process.off("SIGINT", onInterrupt).off("SIGTERM", onInterrupt);
      const text = output.join("");
      if (failure === null) resolve(text);
      else reject(new CommandError(failure, text));
    };
    child.once("error", (error) => finish(`failed to run ${program}: ${error.message}`));
    child.once("close", (code, signal) => {
      if (timedOut) finish(`${program} was stopped after ${(options.timeoutMs ?? 0) / 60_000} minutes`);
      else finish(code === 0 ? null : `${program} exited with ${code ?? signal}`);
    });
  });
}

/**
 * Runs a file of an installed package, so that neither npx nor PATH is involved.
 * @param {string} script below node_modules
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 */
export function runPackage(script, args, options = {}) {
  return run(process.execPath, [`${ROOT}/node_modules/${script}`, ...args], options);
}

/**
 * Runs the npm that called this script, or otherwise the npm in PATH.
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 */
export function runNpm(args, options = {}) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith(".js") ? run(process.execPath, [npm, ...args], options) : run("npm", args, options);
}

/**
 * Returns whether a command can be run and succeeds.
 * @param {string} program
 * @param {readonly string[]} args
 */
export function canRun(program, args) {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}
