import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { parse } from "smol-toml";

/**
 * The time of all files in the wheel, so that the same sources produce the same bytes. It is the earliest time that a
 * zip archive can contain in every time zone.
 */
const TIME = new Date(1980, 0, 1);

/**
 * @typedef {object} Project the `project` table of pyproject.toml
 * @property {string} name
 * @property {string} version
 * @property {string} description
 * @property {string} readme
 * @property {string} requires-python
 * @property {string[]} dependencies
 * @property {Record<string, string>} [scripts] programs, each with the function that it calls
 */

/**
 * @typedef {object} Manifest the content of pyproject.toml
 * @property {Project} project
 * @property {{ hatch?: { build?: { targets?: { wheel?: { "force-include"?: Record<string, string> } } } } }} [tool]
 */

/**
 * Packs a folder of pure Python into a wheel. Python's own tools would have to be downloaded first, but `npm start`
 * should not need a network for our own code.
 * @param {string} folder with pyproject.toml and src
 * @param {string} destination
 * @returns {string} the wheel's path
 */
export function packWheel(folder, destination) {
  const text = readFileSync(join(folder, "pyproject.toml"), "utf8");
  const manifest = /** @type {Manifest} */ (/** @type {unknown} */ (parse(text)));
  const { project } = manifest;
  const name = `${project.name.replaceAll("-", "_")}-${project.version}`;
  const info = `${name}.dist-info`;
  const files = new Map([
    ...listSources(join(folder, "src")),
    ...listIncludedFiles(folder, manifest),
    [
      `${info}/METADATA`,
      Buffer.from(createMetadata(project, readFileSync(join(folder, project.readme), "utf8"))),
    ],
    [
      `${info}/WHEEL`,
      Buffer.from("Wheel-Version: 1.0\nGenerator: stoa\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
    ],
  ]);
  const scripts = Object.entries(project.scripts ?? {}).map(
    ([program, target]) => `${program} = ${target}\n`,
  );
  if (scripts.length > 0)
    files.set(`${info}/entry_points.txt`, Buffer.from(`[console_scripts]\n${scripts.join("")}`));
  const record = [...files].map(([path, content]) => `${path},${hashContent(content)},${content.length}`);
  files.set(`${info}/RECORD`, Buffer.from(`${[...record, `${info}/RECORD,,`].join("\n")}\n`));
  const wheel = join(destination, `${name}-py3-none-any.whl`);
  writeFileSync(wheel, zipSync(Object.fromEntries(files), { mtime: TIME, level: 9 }));
  return wheel;
}

/**
 * Returns the files that a project includes from neighboring folders, like hatchling.
 * @param {string} folder
 * @param {Manifest} manifest
 * @returns {[string, Buffer][]}
 */
function listIncludedFiles(folder, { tool }) {
  const files = tool?.hatch?.build?.targets?.wheel?.["force-include"] ?? {};
  return Object.entries(files).flatMap(([from, to]) => {
    const path = join(folder, from);
    /** @type {[string, Buffer][]} */
    const found = statSync(path).isDirectory()
      ? listSources(path).map(([name, content]) => [`${to}/${name}`, content])
      : [[to, readFileSync(path)]];
    return found;
  });
}

/**
 * Returns a folder's Python files and the data files that they read.
 * @param {string} folder
 * @returns {[string, Buffer][]}
 */
function listSources(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:py|json|tsv)$|(^|\/)py\.typed$/.test(path))
    .sort()
    .map((path) => [path, readFileSync(join(folder, path))]);
}

/**
 * @param {Project} project
 * @param {string} readme
 */
function createMetadata(project, readme) {
  const lines = [
    "Metadata-Version: 2.1",
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    `Requires-Python: ${project["requires-python"]}`,
    ...project.dependencies.map((dependency) => `Requires-Dist: ${dependency}`),
    "Description-Content-Type: text/markdown",
  ];
  return `${lines.join("\n")}\n\n${readme}`;
}

/** @param {Buffer} content */
function hashContent(content) {
  return `sha256=${createHash("sha256").update(content).digest("base64url")}`;
}
