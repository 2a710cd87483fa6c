import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runPackage } from "./command.mjs";
import { fingerprint, isStamped, stamp } from "./fingerprint.mjs";
import { step } from "./progress.mjs";
import { CACHE, inRoot } from "./root.mjs";

/** The command that `npm start` and `npx stoa` run. */
export const SERVER = inRoot("server", "dist", "main.js");

const isSource = (/** @type {string} */ name) => !/\.(unit\.)?test\.tsx?$|\.md$|\.py$/.test(name);

/**
 * Builds the server and the web app, each only when its sources changed.
 * @param {typeof step} show how each part is shown while it is built
 */
export async function buildProduct(show = step) {
  const server = ["contract", "gateway", "runtime", "server/src"];
  await buildWhenChanged(show, "server", SERVER, server, bundleServer);
  await buildWhenChanged(show, "web", inRoot("web", "dist", "index.html"), ["contract", "web"], bundleWeb);
}

/**
 * @param {typeof step} show
 * @param {"server" | "web"} name
 * @param {string} result a file that the build makes
 * @param {readonly string[]} sources
 * @param {() => Promise<unknown>} build
 */
async function buildWhenChanged(show, name, result, sources, build) {
  const print = fingerprint([...sources, "package-lock.json", "scripts/lib/build-product.mjs"], isSource);
  const file = join(CACHE, "built", name);
  if (existsSync(result) && isStamped(file, print)) return;
  await show(`Building the ${name}`, async () => {
    rmSync(file, { force: true });
    await build();
    stamp(file, print);
  });
}

/** One file of ours; packages stay outside, because some bring programs and data that lie beside their code. */
async function bundleServer() {
  const { build } = await import("esbuild");
  rmSync(inRoot("server", "dist"), { recursive: true, force: true });
  await build({
    entryPoints: [inRoot("server", "src", "main.ts")],
    outfile: SERVER,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    logLevel: "error",
    plugins: [{ name: "packages-stay-outside", setup: keepPackagesOutside }],
  });
}

/** @param {import("esbuild").PluginBuild} build */
function keepPackagesOutside(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === "entry-point" || path.startsWith("@stoa/") ? undefined : { path, external: true },
  );
}

async function bundleWeb() {
  await runPackage("vite/bin/vite.js", ["build"], { cwd: inRoot("web") });
}
