import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Packages that load files next to their code, or that contain tables that are too large to bundle, because few workers
 * read them.
 */
const FILES_BESIDE = [
  "@jitl/*",
  "quickjs-emscripten-core",
  "pdfjs-dist",
  "gpt-tokenizer",
  "@e965/xlsx",
  "mailparser",
];

/** The program is built once per process. */
let built: string | undefined;

/**
 * Builds the worker program for development and tests, for which there is no build. Starting workers from the sources
 * would take each process seconds. Packages are bundled too, because reading their hundreds of files takes a third of
 * the startup time.
 */
export function buildProgram(): string {
  if (built) return built;
  const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const { buildSync } = createRequire(import.meta.url)("esbuild") as typeof import("esbuild");
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
    external: FILES_BESIDE,
    // Bundled CommonJS packages require modules of Node.js.
    banner: {
      js: 'import { createRequire as forBanner } from "node:module"; const require = forBanner(import.meta.url);',
    },
    logLevel: "error",
  });
  built = join(outdir, "workflow-worker.mjs");
  return built;
}
