import { readFileSync } from "node:fs";
import { resolveFromRoot } from "./root.mjs";

/** @typedef {{ file: string, imports?: string[] }} Chunk */

/**
 * Finds files of the build that import each other statically, directly or through others. The page decides which of
 * them runs first. A file that runs too early reads names that are not initialized yet, and the app shows "Failed to
 * load".
 * @param {Readonly<Record<string, Chunk>>} manifest the manifest of Vite's build
 * @returns {string[][]} the keys of each cycle
 */
export function findCycles(manifest) {
  /** @type {string[][]} */
  const cycles = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {(key: string, path: readonly string[]) => void} */
  const visit = (key, path) => {
    const at = path.indexOf(key);
    if (at >= 0) cycles.push(path.slice(at));
    if (at >= 0 || done.has(key)) return;
    for (const next of manifest[key]?.imports ?? []) visit(next, [...path, key]);
    done.add(key);
  };
  for (const key of Object.keys(manifest)) visit(key, []);
  return cycles;
}

/** Checks the built web app. @throws Error that names the files that import each other. */
export function checkBundleCycles() {
  /** @type {Record<string, Chunk & { name?: string }>} */
  const manifest = JSON.parse(readFileSync(resolveFromRoot("web", "dist", ".vite", "manifest.json"), "utf8"));
  const cycles = findCycles(manifest);
  if (cycles.length === 0) return;
  const getChunkName = (/** @type {string} */ key) => manifest[key]?.name ?? key;
  const lines = cycles.map((keys) => [...keys, keys[0] ?? ""].map(getChunkName).join(" -> "));
  throw new Error(
    `Files of the built web app import each other, so one runs before its dependencies. Change the groups in web/vite.config.ts:\n${lines.join("\n")}`,
  );
}
