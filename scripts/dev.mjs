import { spawn } from "node:child_process";
import { requireNode } from "./lib/require-node.mjs";
import { inRoot, ROOT } from "./lib/root.mjs";

requireNode();
const { installPackages } = await import("./lib/install-packages.mjs");
const { prepareSandbox } = await import("./lib/sandbox.mjs");

await installPackages();
await prepareSandbox();

/** Both in our process group: Ctrl-C reaches them from the terminal. */
const children = [
  spawn(
    process.execPath,
    [inRoot("node_modules/tsx/dist/cli.mjs"), "watch", "--clear-screen=false", "server/src/main.ts", "serve"],
    {
      cwd: ROOT,
      stdio: "inherit",
    },
  ),
  // web/vite.config.ts sends /api to the server.
  spawn(process.execPath, [inRoot("node_modules/vite/bin/vite.js"), "--clearScreen", "false"], {
    cwd: inRoot("web"),
    stdio: "inherit",
  }),
];

const stopAll = () => {
  for (const child of children) if (child.exitCode === null) child.kill("SIGTERM");
};
process.on("SIGTERM", stopAll);
// The terminal has told the children already; wait for the server to drain.
process.on("SIGINT", () => {});
for (const child of children) child.once("exit", stopAll);
