import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { inRoot } from "./root.mjs";

/**
 * The JavaScript that a page may load before it is usable: gzip, in kB of 1,000 bytes
 * (docs/product-rules.md#script-budgets).
 */
const LANDING_KB = 125;
const ROUTE_KB = 200;

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[] }} Chunk */
/** @typedef {{ name: string, kB: number, budget: number }} Measured */

/**
 * Weighs what each page loads first: what the document asks for with all that it imports, and the page's own chunk with
 * all that it imports. The landing page is part of the former. A page of tabs, each with a chunk of its own, weighs what
 * it does with the heaviest of them.
 * @param {Readonly<Record<string, Chunk>>} manifest Vite's
 * @param {readonly string[]} asked the files that index.html asks for
 * @param {(file: string) => number} sizeOf bytes
 * @returns {Measured[]}
 */
export function weighPages(manifest, asked, sizeOf) {
  const keys = Object.keys(manifest);
  const entry = keys.filter((key) => asked.includes(manifest[key]?.file ?? ""));
  if (entry.length === 0) throw new Error("index.html loads no file of the build.");
  const screens = keys.filter((key) =>
    /^src\/app\/screens\/|^src\/features\/[^/]+\/[^/]+-page\.tsx$/.test(key),
  );
  const weigh = (/** @type {string[]} */ from) => {
    const files = [...closure(manifest, from)].map((key) => manifest[key]?.file ?? "");
    return files.filter((file) => file.endsWith(".js")).reduce((sum, file) => sum + sizeOf(file), 0) / 1000;
  };
  const tabsOf = (/** @type {string} */ screen) =>
    [...closure(manifest, [screen])]
      .flatMap((key) => manifest[key]?.dynamicImports ?? [])
      .filter((key) => key.endsWith("-tab.tsx"));
  const heaviest = (/** @type {string} */ screen) =>
    [[screen], ...tabsOf(screen).map((tab) => [screen, tab])]
      .map((keys) => ({
        name: keys.map(nameOf).join(" "),
        kB: weigh([...entry, ...keys]),
        budget: ROUTE_KB,
      }))
      .reduce((one, other) => (other.kB > one.kB ? other : one));
  return [
    { name: "landing", kB: weigh(entry), budget: LANDING_KB },
    ...screens.map((screen) => heaviest(screen)),
  ].toSorted((one, other) => other.kB - one.kB);
}

/** @param {string} key */
const nameOf = (key) => key.replace(/^.*\//, "").replace(/(-screens?|-page)?\.tsx$/, "");

/**
 * @param {Readonly<Record<string, Chunk>>} manifest
 * @param {string[]} keys
 */
function closure(manifest, keys) {
  const found = new Set(keys);
  for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next);
  return found;
}

/** Returns the pages of the built web app, the largest first. */
export function weighBuiltPages() {
  const folder = inRoot("web", "dist");
  const read = (/** @type {string} */ file) => readFileSync(join(folder, file));
  const asked = [
    ...read("index.html")
      .toString()
      .matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g),
  ];
  return weighPages(
    /** @type {Record<string, Chunk>} */ (JSON.parse(read(".vite/manifest.json").toString())),
    asked.map(([, file]) => file ?? ""),
    (file) => gzipSync(read(file), { level: 9 }).length,
  );
}

/** @throws naming each page that exceeds its budget. */
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
