import { spawn } from "node:child_process";
import { SERVER } from "./build-product.mjs";
import { getHomeFolder } from "./root.mjs";

/**
 * npm forwards a Ctrl-C that this process has also received from the terminal. Within this time, both are treated as a
 * single Ctrl-C.
 */
const ECHO_MS = 500;

/**
 * Runs the built server in the foreground and ends with its exit code. The server has a separate process group, so that
 * it receives each signal only once, from here. A second Ctrl-C is also passed on.
 * @param {readonly string[]} args
 */
export function runServer(args) {
  const child = spawn(process.execPath, ["--enable-source-maps", SERVER, ...args], {
    env: { ...process.env, STOA_HOME: getHomeFolder() },
    stdio: "inherit",
    detached: true,
  });
  let last = Number.NEGATIVE_INFINITY;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      const now = performance.now();
      if (now - last > ECHO_MS) child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
      last = now;
    });
  }
  stopWithNpm(() => child.kill("SIGTERM"));
  child.once("error", (error) => {
    console.error(`Failed to start the server: ${error.message}`);
    process.exit(1);
  });
  child.once("exit", (code, signal) => process.exit(code ?? (signal === "SIGKILL" ? 137 : 1)));
}

/**
 * Stops the server when npm ends. npm or its shell may end without forwarding a signal, and the server would otherwise
 * keep running without a terminal.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}
