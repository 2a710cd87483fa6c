import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NODE_FLAGS } from "./node-flags.ts";

/** The file of the build with which a worker process starts. */
export const PROGRAM_FILE = "workflow-worker.cjs";

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

/** Compiling runs one small workflow, so this is enough even for a slow machine. */
const COMPILE_MS = 60_000;

/** Returns JavaScript in ASCII with the same meaning. esbuild leaves other characters only in regular expressions. */
function toAscii(text: string): string {
  return text.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Bundles one of our files with all packages, and returns the text. */
function bundle(file: string, define: Record<string, string>): string {
  const { buildSync } = createRequire(import.meta.url)("esbuild") as typeof import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    write: false,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: FILES_BESIDE,
    define,
    // Each worker keeps the text in memory. Names stay, so that stack traces are readable.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    logLevel: "error",
  });
  return toAscii(outputFiles[0]?.text ?? "");
}

/** The texts of a worker program, and a name that changes with them and with the version of Node.js. */
export interface Program {
  name: string;
  code: string;
  start: string;
}

/**
 * Bundles the program from the sources. Packages are bundled too, because reading their hundreds of files takes a third
 * of the startup time.
 */
export function bundleProgram(): Program {
  const url = 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;';
  const text = bundle("./workflow-worker.ts", { "import.meta.url": "bundleUrl" });
  const code = url + text.replaceAll(/\bimport\("/g, 'importPackage("');
  const bundleStart = (name: string) => bundle("./start-program.ts", { PROGRAM_NAME: JSON.stringify(name) });
  const parts = [process.version, process.arch, ...NODE_FLAGS, code, bundleStart("")];
  const hash = createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
  const name = `workflow-worker-${hash}`;
  return { name, code, start: bundleStart(name) };
}

/** Writes the program to a folder. It can be started there, and faster after `compileProgram`. */
export function writeProgram(folder: string, { name, code, start }: Program): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.cjs`), code);
  writeFileSync(join(folder, PROGRAM_FILE), start);
}

/**
 * Saves the code that V8 compiles from the program next to it, which halves the startup time of each worker. The file
 * has the program's name, so that compiled code is never used with another text. It does nothing if there is such code.
 */
export function compileProgram(folder: string, { name }: Program): void {
  const file = join(folder, `${name}.v8`);
  if (existsSync(file)) return;
  // A worker must never read half of the file.
  const unfinished = `${file}-${process.pid}`;
  // V8 refuses code that was compiled with other flags.
  execFileSync(process.execPath, [...NODE_FLAGS, join(folder, PROGRAM_FILE), `--compile-to=${unfinished}`], {
    env: { TZ: "UTC" },
    stdio: "pipe",
    timeout: COMPILE_MS,
  });
  renameSync(unfinished, file);
}
