import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { resolveFromRoot } from "./root.mjs";

const SKIPPED = new Set(["node_modules", "dist", "__pycache__", ".pytest_cache"]);

/**
 * Returns one hash of the names and contents of files and folders of the repository. The hash does not depend on file
 * times, so that a fresh checkout of the same commit does not need a new build.
 * @param {readonly string[]} paths relative to the repository; missing paths are ignored
 * @param {(name: string) => boolean} [wanted] returns whether a file counts, by its name; all files by default
 */
export function computeFingerprint(paths, wanted = () => true) {
  const hash = createHash("sha256");
  /** @param {string} path */
  const add = (path) => {
    const full = resolveFromRoot(path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) if (!SKIPPED.has(name)) add(join(path, name));
    } else if (wanted(path)) {
      hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
    }
  };
  for (const path of paths) add(path);
  return hash.digest("hex");
}

/**
 * Returns whether a stamp file records that the work for this fingerprint is done.
 * @param {string} file
 * @param {string} print
 */
export function isStamped(file, print) {
  return existsSync(file) && readFileSync(file, "utf8").trim() === print;
}

/**
 * @param {string} file
 * @param {string} print
 */
export function stamp(file, print) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${print}\n`);
}
