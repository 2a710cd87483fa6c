import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm, runPackage } from "./command.mjs";
import { inRoot } from "./root.mjs";

/** The packages that the server offers at `/sdk/`. */
export const SDK_PACKAGES = inRoot("sdks", "dist");

const JS = inRoot("sdks", "js");
const JS_DIST = join(JS, "dist");

/** Packs both SDKs and the command-line package. The same sources produce the same bytes. */
export async function buildSdks() {
  rmSync(SDK_PACKAGES, { recursive: true, force: true });
  mkdirSync(SDK_PACKAGES, { recursive: true });
  await compile();
  await runNpm(["pack", "--ignore-scripts", "--pack-destination", SDK_PACKAGES], { cwd: JS });
  // Imported here because it needs packages, and this file is loaded before they are installed.
  const { packWheel } = await import("./python-wheel.mjs");
  packWheel(inRoot("sdks", "python"), SDK_PACKAGES);
  packWheel(inRoot("runtime", "python", "stoa"), SDK_PACKAGES);
}

/** Builds modules with their types, and the same for `require`. */
async function compile() {
  rmSync(JS_DIST, { recursive: true, force: true });
  await runPackage("typescript7/bin/tsc", ["-p", JS]);
  for (const name of readdirSync(JS_DIST).filter((file) => file.endsWith(".d.ts"))) {
    const types = readFileSync(join(JS_DIST, name), "utf8");
    // tsc keeps the sources' extension in the imports of declarations.
    const ending = (/** @type {string} */ extension) =>
      types.replace(/(from "\.\/[\w.-]+)\.ts"/g, `$1.${extension}"`);
    writeFileSync(join(JS_DIST, name), ending("js"));
    writeFileSync(join(JS_DIST, name.replace(/\.ts$/, ".cts")), ending("cjs"));
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
