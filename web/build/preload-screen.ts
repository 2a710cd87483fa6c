import type { Manifest } from "vite";

const APP = "index.html";
/** What `main.tsx` starts in a task of its own. */
const START = "start";

/** The chunks that a page needs, by name. The marketplace reads its first agents by the table of routes and the schemas of the catalog. */
const chunksOf = (path: string) =>
  path === "/"
    ? []
    : path === "/marketplace"
      ? ["marketplace-screen", "routes.gen", "catalog-schemas"]
      : ["site-screens"];

/** The link that loads the app beside its libraries, for every page. @throws where the build has no such chunk. */
export function preloadStart(manifest: Manifest): string {
  return `<link rel="modulepreload" crossorigin href="/${manifest[keyOf(manifest, START)]?.file}" />`;
}

/**
 * Links that load a page's screen beside the app, which would otherwise ask for it when it has run.
 * @throws where the build has no such chunk: it has moved.
 */
export function preloadScreen(manifest: Manifest, path: string): string[] {
  const app = closure(manifest, [APP, keyOf(manifest, START)]);
  const needed = [
    ...closure(
      manifest,
      chunksOf(path).map((name) => keyOf(manifest, name)),
    ),
  ];
  return needed
    .filter((key) => !app.has(key))
    .map(
      (key) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${manifest[key]?.file}" />`,
    );
}

function keyOf(manifest: Manifest, name: string): string {
  const key = Object.keys(manifest).find((one) => manifest[one]?.name === name);
  if (key === undefined) throw new Error(`The build has no chunk ${name}.`);
  return key;
}

function closure(manifest: Manifest, keys: readonly string[]): Set<string> {
  const found = new Set(keys);
  for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next);
  return found;
}
