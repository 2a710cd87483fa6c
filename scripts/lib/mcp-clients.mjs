import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./command.mjs";
import { computeFingerprint, isStamped, stamp } from "./fingerprint.mjs";
import { CACHE, resolveFromRoot } from "./root.mjs";

const FILES = ["package.json", "package-lock.json"];

/**
 * Installs the MCP conformance suite and the command line of the MCP Inspector at their locked versions, and returns the
 * folder of their packages. They are not among the product's own packages, because no other step needs them.
 * @returns {Promise<string>}
 */
export async function installMcpClients() {
  const folder = join(CACHE, "mcp-clients");
  const packages = join(folder, "node_modules");
  const stampFile = join(folder, "lock");
  const print = computeFingerprint(FILES.map((name) => join("tests/mcp", name)));
  if (isStamped(stampFile, print)) return packages;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of FILES) cpSync(resolveFromRoot("tests/mcp", name), join(folder, name));
  // The suite declares Node 22; fs-glob-sync.mjs lets it start with Node 20.
  await runNpm(["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--engine-strict=false"], {
    cwd: folder,
  });
  // The Inspector's command line reads its own package.json, but looks for it in the folder above.
  const scope = join(packages, "@modelcontextprotocol");
  cpSync(join(scope, "inspector-cli", "package.json"), join(scope, "package.json"));
  stamp(stampFile, print);
  return packages;
}
