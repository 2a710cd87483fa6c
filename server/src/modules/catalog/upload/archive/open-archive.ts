import { Buffer } from "node:buffer";
import { LIMITS } from "@stoa/contract";
import { zipSync } from "fflate";
import { type Project, readProject } from "./project-file.ts";
import { type ArchiveFile, ArchiveProblem, readArchive } from "./read-archive.ts";

/** An archive as a version stores it. */
export interface OpenedArchive {
  /** The path of the file with the entry point. */
  entry: string;
  /** That file, with a block of script metadata for what the project declares. */
  source: Buffer;
  /** All files, in a form that is the same for all archives with the same files. */
  packed: Buffer;
  files: readonly ArchiveFile[];
  /** Files with secrets, which are not stored. */
  leftOut: readonly string[];
}

/** The names of main files, in the order in which people expect them. */
const MAIN_NAMES = ["main.py", "agent.py", "app.py", "__main__.py"];
const MOST_NAMED = 5;
/** Zip has no earlier date. Archives with the same files must be equal, so they all get this one. */
const NO_DATE = new Date("1980-01-01T00:00:00");
const BLOCK_START = "# /// script";

/** Returns the file that a path of the project names, or the one with a usual name. @throws ArchiveProblem */
function chooseEntry(files: readonly ArchiveFile[], wanted: string | undefined): ArchiveFile {
  const named = wanted?.replace(/^\.\//, "");
  if (named !== undefined) {
    const file = files.find(({ path }) => path === named && path.endsWith(".py"));
    if (file) return file;
    throw new ArchiveProblem(
      `pyproject.toml names ${named.slice(0, 100)} as the entry, which is not a Python file in the archive.`,
    );
  }
  const python = files.filter(({ path }) => path.endsWith(".py"));
  for (const folder of ["", "src/"])
    for (const name of MAIN_NAMES) {
      const file = python.find(({ path }) => path === folder + name);
      if (file) return file;
    }
  const top = python.filter(({ path }) => !path.includes("/"));
  const [only, ...others] = top.length > 0 ? top : python;
  if (only && others.length === 0) return only;
  if (!only) throw new ArchiveProblem("The archive has no Python file (.py).");
  const names = [only, ...others].slice(0, MOST_NAMED).map(({ path }) => path);
  throw new ArchiveProblem(
    `The archive has several Python files and none of them is named main.py: ${names.join(", ")}. Rename the one with the entry point to main.py, or name it in pyproject.toml: [tool.stoa] entry = "${only.path}".`,
  );
}

/** Returns the lines of a block of script metadata (PEP 723) that declares what a project declares. */
function writeBlock({ dependencies, requiresPython, hosts, secrets }: Project): string {
  const write = (name: string, values: readonly string[]) => `# ${name} = ${JSON.stringify(values)}`;
  return [
    BLOCK_START,
    ...(requiresPython === undefined ? [] : [`# requires-python = ${JSON.stringify(requiresPython)}`]),
    ...(dependencies === undefined ? [] : [write("dependencies", dependencies)]),
    ...(hosts.length + secrets.length === 0 ? [] : ["# [tool.stoa]"]),
    ...(hosts.length === 0 ? [] : [write("hosts", hosts)]),
    ...(secrets.length === 0 ? [] : [write("secrets", secrets)]),
    "# ///",
    "",
  ].join("\n");
}

/**
 * Adds what the project declares to its main file, so that all checks read it in one place. The block comes last, so
 * that the file's lines keep their numbers. A file that already has a block is returned unchanged.
 */
function addBlock({ path, bytes }: ArchiveFile, project: Project): Buffer {
  if (bytes.length > LIMITS.uploadMaxBytes)
    throw new ArchiveProblem(`${path} is larger than ${LIMITS.uploadMaxBytes / 1024 / 1024} MiB.`);
  const { dependencies, requiresPython, hosts, secrets } = project;
  const isEmpty = (dependencies ?? []).length + hosts.length + secrets.length === 0 && !requiresPython;
  if (isEmpty || bytes.includes(BLOCK_START)) return bytes;
  return Buffer.concat([bytes, Buffer.from(`\n\n${writeBlock(project)}`)]);
}

/**
 * Reads an uploaded archive and finds its agent.
 * @throws ArchiveProblem
 */
export async function openArchive(bytes: Buffer): Promise<OpenedArchive> {
  const { files, leftOut } = await readArchive(bytes);
  const project = readProject(files);
  const main = chooseEntry(files, project.entry);
  const entries = files.map((file) => [file.path, file.bytes] as const);
  const packed = Buffer.from(zipSync(Object.fromEntries(entries), { level: 0, mtime: NO_DATE }));
  return { entry: main.path, source: addBlock(main, project), packed, files, leftOut };
}
