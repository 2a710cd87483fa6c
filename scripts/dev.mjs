import { spawn } from "node:child_process";
import { requireNode } from "./lib/require-node.mjs";
import { ROOT, resolveFromRoot } from "./lib/root.mjs";

requireNode();
const { prepareEnvironments } = await import("./lib/environments.mjs");
const { installPackages } = await import("./lib/install-packages.mjs");
const { prepareSandbox } = await import("./lib/sandbox.mjs");

await installPackages();
await prepareSandbox();
await prepareEnvironments();

const server = [
  resolveFromRoot("node_modules/tsx/dist/cli.mjs"),
  "watch",
  "--clear-screen=false",
  "server/src/main.ts",
  "serve",
];
const web = [resolveFromRoot("node_modules/vite/bin/vite.js"), "--clearScreen", "false"];
/**
 * Each server gets its own process group. Otherwise a signal from the terminal would reach the server twice, because
 * tsx forwards signals too.
 */
const children = [
  spawn(process.execPath, server, { cwd: ROOT, stdio: "inherit", detached: true }),
  // web/vite.config.ts sends /api to the server.
  spawn(process.execPath, web, { cwd: resolveFromRoot("web"), stdio: "inherit", detached: true }),
];

let stopping = false;
const stopAll = () => {
  if (stopping) return;
  stopping = true;
  for (const child of children) if (child.exitCode === null) child.kill("SIGTERM");
};
process.on("SIGTERM", stopAll).on("SIGINT", stopAll);
for (const child of children) child.once("exit", stopAll);
