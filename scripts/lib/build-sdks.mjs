import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm, runPackage } from "./command.mjs";
import { resolveFromRoot } from "./root.mjs";

/** The packages that the server offers at `/sdk/`. */
export const SDK_PACKAGES = resolveFromRoot("sdks", "dist");

const JS = resolveFromRoot("sdks", "js");
const JS_DIST = join(JS, "dist");
const CLI = resolveFromRoot("sdks", "cli");

/** The packages whose code is in the command line's only file, which their licenses must accompany. */
const BUNDLED_PACKAGES = ["commander", "fflate", "picocolors"];

/** Packs both SDKs, the command line, and the package for laptops. The same sources produce the same bytes. */
export async function buildSdks() {
  rmSync(SDK_PACKAGES, { recursive: true, force: true });
  mkdirSync(SDK_PACKAGES, { recursive: true });
  await compile();
  await bundleCommandLine();
  for (const cwd of [JS, CLI])
    await runNpm(["pack", "--ignore-scripts", "--pack-destination", SDK_PACKAGES], { cwd });
  // Import the module here, because it needs packages that are installed only after this file is loaded.
  const { packWheel } = await import("./python-wheel.mjs");
  packWheel(resolveFromRoot("sdks", "python"), SDK_PACKAGES);
  packWheel(resolveFromRoot("runtime", "python", "stoa"), SDK_PACKAGES);
}

/** Compiles the JavaScript SDK twice, as ES modules and for `require`, each with types. */
async function compile() {
  rmSync(JS_DIST, { recursive: true, force: true });
  await runPackage("typescript7/bin/tsc", ["-p", JS]);
  for (const name of readdirSync(JS_DIST).filter((file) => file.endsWith(".d.ts"))) {
    const types = readFileSync(join(JS_DIST, name), "utf8");
    // tsc keeps the sources' extension in the imports of declarations.
    const findByExtension = (/** @type {string} */ extension) =>
      types.replace(/(from "\.\/[\w.-]+)\.ts"/g, `$1.${extension}"`);
    writeFileSync(join(JS_DIST, name), findByExtension("js"));
    writeFileSync(join(JS_DIST, name.replace(/\.ts$/, ".cts")), findByExtension("cjs"));
  }
  const { build } = await import("esbuild");
  await build({
    entryPoints: ["index", "webhooks"].map((name) => join(JS, "src", `${name}.ts`)),
    outdir: JS_DIST,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node18",
    logLevel: "error",
  });
}

/**
 * Bundles the command line into one file without dependencies, so that npx installs only one package. The code is not
 * minified, so that everyone can read what they run.
 */
async function bundleCommandLine() {
  const dist = join(CLI, "dist");
  rmSync(dist, { recursive: true, force: true });
  const { build } = await import("esbuild");
  await build({
    entryPoints: [join(CLI, "src", "main.ts")],
    outfile: join(dist, "stoa-cli.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node18",
    banner: { js: "#!/usr/bin/env node" },
    logLevel: "error",
  });
  const licenses = BUNDLED_PACKAGES.map((name) => {
    const text = readFileSync(resolveFromRoot("node_modules", name, "LICENSE"), "utf8");
    return `${name}\n\n${text.trim()}\n`;
  });
  writeFileSync(join(dist, "licenses.txt"), licenses.join("\n---\n\n"));
}
