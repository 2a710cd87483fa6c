import { readFileSync } from "node:fs";
import { resolveFromRoot } from "./root.mjs";

/**
 * Exits with one line if this Node is older than package.json requires. This file uses only syntax that an old Node can
 * parse.
 */
export function requireNode() {
  const wanted = JSON.parse(readFileSync(resolveFromRoot("package.json"), "utf8")).engines.node.replace(
    ">=",
    "",
  );
  if (!isOlder(process.versions.node, wanted)) return;
  console.error(
    `Stoa needs Node ${wanted} or newer; this is Node ${process.versions.node}: see https://nodejs.org`,
  );
  process.exit(1);
}

/**
 * Compares dotted versions by number.
 * @param {string} version
 * @param {string} wanted
 */
export function isOlder(version, wanted) {
  const [have, need] = [version, wanted].map((text) => text.split(".").map(Number));
  for (let place = 0; place < 3; place += 1) {
    const difference = (have?.[place] ?? 0) - (need?.[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
