import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSdks, SDK_PACKAGES } from "./build-sdks.mjs";
import { runPackage } from "./command.mjs";
import { fingerprint, isStamped, stamp } from "./fingerprint.mjs";
import { step } from "./progress.mjs";
import { CACHE, inRoot } from "./root.mjs";

/** The command that `npm start` and `npx stoa` run. */
export const SERVER = inRoot("server", "dist", "main.js");

const isSource = (/** @type {string} */ name) => !/\.(unit\.)?test\.tsx?$|\.md$|\.py$/.test(name);

/**
 * Builds the server, the web app and the SDKs, each only when its sources changed.
 * @param {typeof step} show how each part is shown while it is built
 */
export async function buildProduct(show = step) {
  await buildServer(show);
  await buildWhenChanged(show, "web", inRoot("web", "dist", "index.html"), ["contract", "web"], bundleWeb);
  const sdks = [
    "sdks",
    "runtime/python/stoa",
    "runtime/python/stoa_sandbox",
    "scripts/lib/build-sdks.mjs",
    "scripts/lib/python-wheel.mjs",
  ];
  await buildWhenChanged(show, "SDKs", SDK_PACKAGES, sdks, buildSdks, () => true);
}

/**
 * Builds the server alone, which is all that commands without one need.
 * @param {typeof step} show
 */
export async function buildServer(show) {
  const sources = ["contract", "gateway", "runtime", "workflow", "server/src"];
  await buildWhenChanged(show, "server", SERVER, sources, bundleServer);
}

/**
 * @param {typeof step} show
 * @param {"server" | "web" | "SDKs"} name
 * @param {string} result a file or folder that the build makes
 * @param {readonly string[]} sources
 * @param {() => Promise<unknown>} build
 * @param {(name: string) => boolean} [counts] which of the sources' files it depends on
 */
async function buildWhenChanged(show, name, result, sources, build, counts = isSource) {
  const print = fingerprint([...sources, "package-lock.json", "scripts/lib/build-product.mjs"], counts);
  const file = join(CACHE, "built", name.toLowerCase());
  if (existsSync(result) && isStamped(file, print)) return;
  await show(`Building the ${name}`, async () => {
    rmSync(file, { force: true });
    await build();
    stamp(file, print);
  });
}

/** The program that `npx stoa workflow` runs. */
export const WORKFLOW_COMMAND = inRoot("server", "dist", "workflow-command.js");

/** Programs built in addition to the server, by name: `stoa workflow`, and those of processes and threads. */
const PROGRAMS = {
  main: inRoot("server", "src", "main.ts"),
  "workflow-command": inRoot("server", "src", "workflow-command", "main.ts"),
  "gateway-worker": inRoot("gateway", "src", "work", "gateway-worker.ts"),
  "upload-worker": inRoot("server", "src", "modules", "catalog", "upload", "upload-worker.ts"),
  "workflow-worker": inRoot("workflow", "worker", "workflow-worker.ts"),
};

/**
 * Bundles our own code: one file per program, plus shared chunks. Packages are not bundled, because some contain
 * programs and data next to their code.
 */
async function bundleServer() {
  const { build } = await import("esbuild");
  const folder = dirname(SERVER);
  // Replaces each file atomically, because another command may be running the previous build.
  const made = `${folder}-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  removeEarlierBuilds(folder);
  try {
    await build({
      entryPoints: PROGRAMS,
      outdir: made,
      bundle: true,
      platform: "node",
      format: "esm",
      // Code that few programs need is loaded on demand.
      splitting: true,
      target: "node20",
      sourcemap: true,
      logLevel: "error",
      plugins: [{ name: "packages-stay-outside", setup: keepPackagesOutside }],
    });
    // The programs come last, so that their chunks already exist.
    const isProgram = (/** @type {string} */ file) => file.slice(0, file.indexOf(".")) in PROGRAMS;
    const files = readdirSync(made).sort((a, b) => Number(isProgram(a)) - Number(isProgram(b)));
    for (const file of files) renameSync(join(made, file), join(folder, file));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Writing a build takes seconds. */
const ONE_BUILD_MS = 60_000;

/**
 * Removes the pieces of builds before the last one. Those of the last one stay: a program of it may still load them.
 * @param {string} folder
 */
function removeEarlierBuilds(folder) {
  if (!existsSync(SERVER)) return;
  const oldest = statSync(SERVER).mtimeMs - ONE_BUILD_MS;
  for (const file of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, file.name);
    // Another build may have removed it in the meantime.
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest;
    if (file.isFile() && made < oldest) rmSync(path, { force: true });
  }
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
