import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const modules = new Map<string, string>();

/**
 * Builds a worker's program from its sources, for development and tests, and returns its path. Node.js cannot load
 * TypeScript in a worker, and a loader takes seconds per thread. Each program is built once per process.
 */
export function buildProgramFromSources(entry: URL): string {
  const cached = modules.get(entry.href);
  if (cached) return cached;
  const { buildSync } = createRequire(import.meta.url)("esbuild") as typeof import("esbuild");
  const folder = fileURLToPath(new URL("../../../.cache/worker-programs", import.meta.url));
  const outfile = `${folder}/${process.pid}-${process.hrtime.bigint()}.mjs`;
  process.once("exit", () => rmSync(outfile, { force: true }));
  buildSync({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // The tokenizer's tables are large and load faster from the package.
    external: ["gpt-tokenizer"],
    logLevel: "error",
  });
  modules.set(entry.href, outfile);
  return outfile;
}
