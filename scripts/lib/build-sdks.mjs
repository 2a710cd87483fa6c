import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm, runPackage } from "./command.mjs";
import { resolveFromRoot } from "./root.mjs";

/** The packages that the server offers at `/sdk/`. */
export const SDK_PACKAGES = resolveFromRoot("sdks", "dist");

const JS = resolveFromRoot("sdks", "js");
const JS_DIST = join(JS, "dist");

/** Packs both SDKs and the command-line package. The same sources produce the same bytes. */
export async function buildSdks() {
  rmSync(SDK_PACKAGES, { recursive: true, force: true });
  mkdirSync(SDK_PACKAGES, { recursive: true });
  await compile();
  await runNpm(["pack", "--ignore-scripts", "--pack-destination", SDK_PACKAGES], { cwd: JS });
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
