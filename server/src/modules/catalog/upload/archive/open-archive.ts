import { Buffer } from "node:buffer";
import { LIMITS } from "@stoa/contract";
import type { LeftOut } from "@stoa/contract/left-out";
import { zipSync } from "fflate";
import { ArchiveProblem } from "./archive-problem.ts";
import { chooseMain } from "./main-file.ts";
import { type Project, readProject } from "./project-file.ts";
import { type ArchiveFile, readArchive } from "./read-archive.ts";

/** An archive as a version stores it. */
export interface OpenedArchive {
  /** The path of the file with the entry point. */
  entry: string;
  /** The function in that file that the project names as its command. */
  function: string | undefined;
  /** The content of that file, with a script metadata block for the project's declarations. */
  source: Buffer;
  /** All files, packed so that archives with the same files are stored as the same bytes. */
  packed: Buffer;
  files: readonly ArchiveFile[];
  /** Files and folders that are not stored, each once. */
  leftOut: readonly LeftOut[];
}

/** Zip cannot store an earlier date, and archives with the same files must be equal. */
const NO_DATE = new Date("1980-01-01T00:00:00");
const BLOCK_START = "# /// script";

/** Returns the lines of a script metadata block (PEP 723) for the declarations of a project. */
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
 * Adds the project's declarations to its main file, so that all checks read them in one place. The block comes last, so
 * that the file's lines keep their numbers. A file that already has a block is returned unchanged.
 */
function addBlock({ path, bytes }: ArchiveFile, project: Project): Buffer {
  if (bytes.length > LIMITS.uploadMaxBytes)
    throw new ArchiveProblem(`${path} is larger than ${LIMITS.uploadMaxBytes / 1024 / 1024} MiB.`);
  const { dependencies, requiresPython, hosts, secrets, otherSource } = project;
  const isEmpty = (dependencies ?? []).length + hosts.length + secrets.length === 0 && !requiresPython;
  if (isEmpty || bytes.includes(BLOCK_START)) return bytes;
  if (otherSource !== undefined && (dependencies ?? []).length > 0)
    throw new ArchiveProblem(
      `pyproject.toml: ${otherSource} takes packages from another source. Here, all packages come from the server's package index, where the same name can be another package. Remove it and the packages that need it, or put their code into the archive.`,
    );
  return Buffer.concat([bytes, Buffer.from(`\n\n${writeBlock(project)}`)]);
}

/** Returns an archive of these files. The same files always produce the same bytes. */
export function packFiles(entries: readonly (readonly [path: string, bytes: Uint8Array])[]): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 0, mtime: NO_DATE }));
}

/** Reads an uploaded archive and finds its agent. @throws ArchiveProblem if the archive cannot become an agent. */
export async function openArchive(bytes: Buffer): Promise<OpenedArchive> {
  const { files, leftOut } = await readArchive(bytes);
  const project = readProject(files);
  const { file: main, function: named } = chooseMain(files, project);
  const entries = files.map((file) => [file.path, file.bytes] as const);
  const source = addBlock(main, project);
  return { entry: main.path, function: named, source, packed: packFiles(entries), files, leftOut };
}
