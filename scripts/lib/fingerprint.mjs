import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "./root.mjs";

const SKIPPED = new Set(["node_modules", "dist", "__pycache__", ".pytest_cache"]);

/**
 * One hash over the names and contents of files and folders of the repository. Contents, not times: a fresh
 * checkout of the same commit needs no new build.
 * @param {readonly string[]} paths relative to the repository; missing ones count as missing
 * @param {(name: string) => boolean} [wanted] which file names count; all by default
 */
export function fingerprint(paths, wanted = () => true) {
  const hash = createHash("sha256");
  /** @param {string} path */
  const add = (path) => {
    const full = inRoot(path);
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
 * Whether a stamp file says that this fingerprint's work has been done.
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
