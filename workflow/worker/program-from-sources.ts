import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Made once in a process. */
let built: string | undefined;

/**
 * The program of the processes where nothing has been built, in development and in tests: node cannot load TypeScript, and
 * a loader takes seconds for each.
 */
export function programFromSources(): string {
  if (built) return built;
  const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const { buildSync } = createRequire(import.meta.url)("esbuild") as typeof import("esbuild");
  const { dependencies } = JSON.parse(readFileSync(fromHere("../package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const outdir = fromHere(`../../.cache/workflow-worker/${process.pid}-${process.hrtime.bigint()}`);
  process.once("exit", () => rmSync(outdir, { recursive: true, force: true }));
  buildSync({
    entryPoints: [fromHere("./workflow-worker.ts")],
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    splitting: true,
    target: "node20",
    external: Object.keys(dependencies).filter((name) => !name.startsWith("@stoa/")),
    logLevel: "error",
  });
  built = join(outdir, "workflow-worker.mjs");
  return built;
}
