import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { resolveFromRoot } from "./root.mjs";

/**
 * The JavaScript that a page may load before it is usable: gzip, in kB of 1,000 bytes
 * (docs/product-rules.md#script-budgets).
 */
const LANDING_KB = 125;
const ROUTE_KB = 200;
/** The script that other sites load on each of their pages. */
const WIDGET_KB = 4;
/** The page of an embedded chat, which a visitor loads when they open it. Formatted answers load more later. */
const WIDGET_FRAME_KB = 90;

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[] }} Chunk */
/** @typedef {{ name: string, kB: number, budget: number }} Measured */

/**
 * Measures the scripts that each page loads first: those that the document loads and the page's own chunk, each with
 * its imports. The landing page has no chunk of its own. If a page's tabs are separate chunks, its largest tab is
 * included.
 * @param {Readonly<Record<string, Chunk>>} manifest the manifest of Vite's build
 * @param {readonly string[]} entryFiles the files that index.html loads
 * @param {(file: string) => number} getSize bytes
 * @returns {Measured[]}
 */
export function weighPages(manifest, entryFiles, getSize) {
  const keys = Object.keys(manifest);
  const entry = keys.filter((key) => entryFiles.includes(manifest[key]?.file ?? ""));
  if (entry.length === 0) throw new Error("index.html loads no file of the build.");
  const screens = keys.filter((key) =>
    /^src\/app\/screens\/|^src\/features\/[^/]+\/[^/]+-page\.tsx$/.test(key),
  );
  const weigh = (/** @type {string[]} */ from) => {
    const files = [...findClosure(manifest, from)].map((key) => manifest[key]?.file ?? "");
    return files.filter((file) => file.endsWith(".js")).reduce((sum, file) => sum + getSize(file), 0) / 1000;
  };
  const findTabs = (/** @type {string} */ screen) =>
    [...findClosure(manifest, [screen])]
      .flatMap((key) => manifest[key]?.dynamicImports ?? [])
      .filter((key) => key.endsWith("-tab.tsx"));
  const findHeaviest = (/** @type {string} */ screen) =>
    [[screen], ...findTabs(screen).map((tab) => [screen, tab])]
      .map((keys) => ({
        name: keys.map(getPageName).join(" "),
        kB: weigh([...entry, ...keys]),
        budget: ROUTE_KB,
      }))
      .reduce((one, other) => (other.kB > one.kB ? other : one));
  return [
    { name: "landing", kB: weigh(entry), budget: LANDING_KB },
    ...screens.map((screen) => findHeaviest(screen)),
  ].toSorted((one, other) => other.kB - one.kB);
}

/** @param {string} key */
const getPageName = (key) => key.replace(/^.*\//, "").replace(/(-screens?|-page)?\.tsx$/, "");

/**
 * @param {Readonly<Record<string, Chunk>>} manifest
 * @param {string[]} keys
 */
function findClosure(manifest, keys) {
  const found = new Set(keys);
  for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next);
  return found;
}

/** Returns the size and the budget of each page of the built web app, the largest page first. */
export function weighBuiltPages() {
  const folder = resolveFromRoot("web", "dist");
  const read = (/** @type {string} */ file) => readFileSync(join(folder, file));
  const entryFiles = [
    ...read("index.html")
      .toString()
      .matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g),
  ];
  const getSize = (/** @type {string} */ file) => gzipSync(read(file), { level: 9 }).length;
  const pages = weighPages(
    /** @type {Record<string, Chunk>} */ (JSON.parse(read(".vite/manifest.json").toString())),
    entryFiles.map(([, file]) => file ?? ""),
    getSize,
  );
  const frameFiles = [
    ...read("widget-frame.html")
      .toString()
      .matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g),
  ];
  const frameKb = frameFiles.reduce((sum, [, file]) => sum + getSize(file ?? ""), 0) / 1000;
  return [
    ...pages,
    { name: "widget frame", kB: frameKb, budget: WIDGET_FRAME_KB },
    { name: "widget.js", kB: getSize("widget.js") / 1000, budget: WIDGET_KB },
  ];
}

/** Returns a summary of the pages' sizes. @throws Error that names each page that exceeds its budget. */
export function checkBudgets() {
  const pages = weighBuiltPages();
  const over = pages.filter(({ kB, budget }) => kB > budget);
  if (over.length > 0) {
    const lines = over.map(({ name, kB, budget }) => `${name}: ${kB.toFixed(1)} kB, at most ${budget}`);
    throw new Error(`Pages load too much JavaScript initially:\n${lines.join("\n")}`);
  }
  const landing = pages.find(({ name }) => name === "landing");
  return `landing ${landing?.kB.toFixed(0)} kB, heaviest ${pages[0]?.name} ${pages[0]?.kB.toFixed(0)} kB`;
}
