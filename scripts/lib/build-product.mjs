import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSdks, SDK_PACKAGES } from "./build-sdks.mjs";
import { runPackage } from "./command.mjs";
import { computeFingerprint, isStamped, stamp } from "./fingerprint.mjs";
import { runStep } from "./progress.mjs";
import { CACHE, resolveFromRoot } from "./root.mjs";

/** The command that `npm start` and `npx stoa` run. */
export const SERVER = resolveFromRoot("server", "dist", "main.js");

const isSource = (/** @type {string} */ name) => !/\.(unit\.)?test\.tsx?$|\.md$|\.py$/.test(name);

/**
 * Builds the server, the web app and the SDKs, each only if its sources have changed.
 * @param {typeof runStep} show how each part is shown while it is built
 */
export async function buildProduct(show = runStep) {
  await buildServer(show);
  await buildWhenChanged(
    show,
    "web",
    resolveFromRoot("web", "dist", "index.html"),
    ["contract", "web"],
    bundleWeb,
  );
  const sdks = [
    "sdks",
    "contract/src/left-out.ts",
    "contract/src/limits.ts",
    "runtime/python/stoa",
    "runtime/python/stoa_sandbox",
    "scripts/lib/build-sdks.mjs",
    "scripts/lib/python-wheel.mjs",
  ];
  await buildWhenChanged(show, "SDKs", SDK_PACKAGES, sdks, buildSdks, () => true);
}

/**
 * Builds only the server, for commands that need neither the web app nor the SDKs.
 * @param {typeof runStep} show
 */
export async function buildServer(show) {
  const sources = ["contract", "gateway", "runtime", "workflow", "server/src"];
  await buildWhenChanged(show, "server", SERVER, sources, bundleServer);
}

/**
 * @param {typeof runStep} show
 * @param {"server" | "web" | "SDKs"} name
 * @param {string} result a file or folder that the build makes
 * @param {readonly string[]} sources
 * @param {() => Promise<unknown>} build
 * @param {(name: string) => boolean} [counts] which of the sources' files the result depends on
 */
async function buildWhenChanged(show, name, result, sources, build, counts = isSource) {
  const files = [...sources, "package-lock.json", "scripts/lib/build-product.mjs"];
  // The compiled code of workflow runs fits one version of Node.js only.
  const print = `${computeFingerprint(files, counts)} ${process.version}`;
  const file = join(CACHE, "built", name.toLowerCase());
  if (existsSync(result) && isStamped(file, print)) return;
  await show(`Building the ${name}`, async () => {
    rmSync(file, { force: true });
    await build();
    stamp(file, print);
  });
}

/** The program that `npx stoa workflow` runs. */
export const WORKFLOW_COMMAND = resolveFromRoot("server", "dist", "workflow-command.js");

/**
 * The programs that are built in addition to the server, keyed by name: `stoa workflow` and the programs of threads.
 */
const PROGRAMS = {
  main: resolveFromRoot("server", "src", "main.ts"),
  "workflow-command": resolveFromRoot("server", "src", "workflow-command", "main.ts"),
  "gateway-worker": resolveFromRoot("gateway", "src", "work", "gateway-worker.ts"),
  "upload-worker": resolveFromRoot("server", "src", "modules", "catalog", "upload", "upload-worker.ts"),
};

/**
 * Bundles our own code into one file per program, plus shared chunks. Packages are not bundled, because some of them
 * need programs and data in their own folder.
 */
async function bundleServer() {
  const { build } = await import("esbuild");
  const folder = dirname(SERVER);
  // Write the build to a separate folder first, because another command may be running the previous build.
  const buildFolder = `${folder}-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  removeEarlierBuilds(folder);
  try {
    await build({
      entryPoints: PROGRAMS,
      outdir: buildFolder,
      bundle: true,
      platform: "node",
      format: "esm",
      // Splitting lets programs load rarely used code on demand.
      splitting: true,
      target: "node20",
      sourcemap: true,
      logLevel: "error",
      plugins: [{ name: "packages-stay-outside", setup: keepPackagesOutside }],
    });
    const { bundleProgram, compileProgram, writeProgram } = await loadWorkerBuild();
    const workflowWorker = bundleProgram();
    writeProgram(buildFolder, workflowWorker);
    // Move the programs last, so that their chunks already exist.
    const programs = [...Object.keys(PROGRAMS), WORKFLOW_WORKER];
    const isProgram = (/** @type {string} */ file) => programs.includes(file.slice(0, file.indexOf(".")));
    const files = readdirSync(buildFolder).sort((a, b) => Number(isProgram(a)) - Number(isProgram(b)));
    for (const file of files) renameSync(join(buildFolder, file), join(folder, file));
    // Compiled code works only in the folder in which it was compiled.
    compileProgram(folder, workflowWorker);
  } finally {
    rmSync(buildFolder, { recursive: true, force: true });
  }
}

/** The program of workflow runs, which workflow/worker/build-program.ts builds. */
const WORKFLOW_WORKER = "workflow-worker";

/** @returns {Promise<typeof import("../../workflow/worker/build-program.ts")>} */
async function loadWorkerBuild() {
  const { tsImport } = await import("tsx/esm/api");
  return tsImport("../../workflow/worker/build-program.ts", import.meta.url);
}

/** The time within which all files of one build are written. */
const ONE_BUILD_MS = 60_000;

/**
 * Removes the files of builds before the previous one. The previous build's files stay, because its programs may still
 * load them.
 * @param {string} folder
 */
function removeEarlierBuilds(folder) {
  if (!existsSync(SERVER)) return;
  const oldest = statSync(SERVER).mtimeMs - ONE_BUILD_MS;
  for (const file of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, file.name);
    // Another build may have removed the file in the meantime.
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest;
    if (file.isFile() && modifiedAt < oldest) rmSync(path, { force: true });
  }
}

/** @param {import("esbuild").PluginBuild} build */
function keepPackagesOutside(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === "entry-point" || path.startsWith("@stoa/") ? undefined : { path, external: true },
  );
}

async function bundleWeb() {
  await runPackage("vite/bin/vite.js", ["build"], { cwd: resolveFromRoot("web") });
}
