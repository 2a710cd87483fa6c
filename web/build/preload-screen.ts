import type { Manifest } from "vite";

const APP = "index.html";
/** The chunk that `main.tsx` starts in a separate task. */
const START = "start";

/**
 * Returns the names of the chunks that a prerendered page loads in addition to the app. The marketplace also needs the
 * route table and the catalog's schemas to load its first agents.
 */
const getChunks = (path: string) =>
  path === "/"
    ? []
    : path === "/marketplace"
      ? ["marketplace-screen", "routes.gen", "catalog-schemas"]
      : ["site-screens"];

/**
 * Returns the link tag that loads the app in parallel with its libraries. It is the same for every page.
 * @throws Error if the build has no chunk for the app's start.
 */
export function preloadStart(manifest: Manifest): string {
  return `<link rel="modulepreload" crossorigin href="/${manifest[findKey(manifest, START)]?.file}" />`;
}

/**
 * Returns the links that load a page's screen in parallel with the app. Without them, the app would request the
 * screen only after it has started.
 * @throws Error if the build has no chunk for the screen, for example because it was renamed.
 */
export function preloadScreen(manifest: Manifest, path: string): string[] {
  const app = findClosure(manifest, [APP, findKey(manifest, START)]);
  const needed = [
    ...findClosure(
      manifest,
      getChunks(path).map((name) => findKey(manifest, name)),
    ),
  ];
  return needed
    .filter((key) => !app.has(key))
    .map(
      (key) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${manifest[key]?.file}" />`,
    );
}

function findKey(manifest: Manifest, name: string): string {
  const key = Object.keys(manifest).find((one) => manifest[one]?.name === name);
  if (key === undefined) throw new Error(`The build has no chunk ${name}.`);
  return key;
}

function findClosure(manifest: Manifest, keys: readonly string[]): Set<string> {
  const found = new Set(keys);
  for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next);
  return found;
}
