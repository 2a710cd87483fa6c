import { Buffer } from "node:buffer";
import { LIMITS } from "@stoa/contract";
import { findLeftOut, findVirtualEnvironments, type LeftOut } from "@stoa/contract/left-out";
import yauzl from "yauzl";
import { ArchiveProblem } from "./archive-problem.ts";
import { createTooLarge, createTooMany } from "./archive-size.ts";

/** A file of an archive, with its path below the archive's top folder. */
export interface ArchiveFile {
  path: string;
  bytes: Buffer;
}

/** The maximum number of entries, including environments and caches, which are left out. */
const MOST_ENTRIES = 20_000;
/** The maximum length of a path. Paths in a real project are shorter. */
const LONGEST_PATH = 200;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const ENCRYPTED = 0x1;

/** The files of an archive, and what was left out of it. */
export interface Archive {
  files: ArchiveFile[];
  leftOut: LeftOut[];
}

/**
 * Refuses links, devices and encrypted files, and paths that are too long or cannot be shown.
 * @throws ArchiveProblem
 */
function checkEntry(entry: yauzl.Entry): void {
  const { fileName: path } = entry;
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER)
    throw new ArchiveProblem(
      `${path} in the archive is a link or a device. Put the file itself into the archive.`,
    );
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0)
    throw new ArchiveProblem("The archive is encrypted. Create one without a password.");
  if (path.length > LONGEST_PATH || /[\p{C}\uFFFD]/u.test(path))
    throw new ArchiveProblem(
      `A path in the archive is longer than ${LONGEST_PATH} characters or has characters that cannot be shown. Rename the file.`,
    );
}

/** Reads one entry. Returns undefined if it has more than `most` bytes, whatever its header says. */
async function readEntry(zip: yauzl.ZipFile, entry: yauzl.Entry, most: number): Promise<Buffer | undefined> {
  const stream = await zip.openReadStreamPromise(entry);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    const chunk: unknown = part;
    if (!Buffer.isBuffer(chunk)) throw new TypeError("the stream contains something other than bytes");
    size += chunk.length;
    if (size > most) {
      stream.destroy();
      return undefined;
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** Returns whether a file imports from the package that contains it. */
function importsPackage({ path, bytes }: ArchiveFile, top: string): boolean {
  if (!path.endsWith(".py")) return false;
  const isInPackage = path.split("/").length === 2;
  const name = top.replace(/[^\w]/g, "");
  const own = new RegExp(
    `^[ \\t]*(?:from[ \\t]+${name}[. \\t]|import[ \\t]+${name}\\b${isInPackage ? "|from[ \\t]+\\." : ""})`,
    "m",
  );
  return own.test(bytes.toString("latin1"));
}

/**
 * Removes the top folder that most tools put around all files. Keeps it if it is a package from which its own
 * files import.
 */
function stripTopFolder({ files, leftOut }: Archive): Archive {
  const [top = ""] = files[0]?.path.split("/") ?? [];
  const prefix = `${top}/`;
  if (!files.every(({ path }) => path.startsWith(prefix))) return { files, leftOut };
  const isPackage = files.some(({ path }) => path === `${prefix}__init__.py`);
  if (isPackage && files.some((file) => importsPackage(file, top))) return { files, leftOut };
  const strip = (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : path);
  return {
    files: files.map((file) => ({ ...file, path: strip(file.path) })),
    leftOut: leftOut.map(({ name, isSecret }) => ({ name: strip(name), isSecret })),
  };
}

/** Refuses names that some file systems treat as the same file, or as both a file and a folder. */
function checkNames(files: readonly ArchiveFile[]): void {
  const fold = (path: string) => path.normalize("NFC").toLowerCase();
  const seen = new Set<string>();
  for (const { path } of files) {
    if (seen.has(fold(path)))
      throw new ArchiveProblem(
        `The archive has ${path} twice. Names that differ only in case count as the same.`,
      );
    seen.add(fold(path));
  }
  for (const { path } of files)
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1))
      if (seen.has(fold(path.slice(0, at))))
        throw new ArchiveProblem(`${path.slice(0, at)} in the archive is a file and a folder. Rename one.`);
}

async function readEntries(zip: yauzl.ZipFile): Promise<Archive> {
  const files: ArchiveFile[] = [];
  const leftOut = new Map<string, LeftOut>();
  let left = LIMITS.archiveMaxBytes;
  const entries: yauzl.Entry[] = [];
  const kept: yauzl.Entry[] = [];
  if (zip.entryCount > MOST_ENTRIES)
    throw new ArchiveProblem(
      `The archive has ${zip.entryCount} entries, so it probably includes a Python environment. Leave out .venv, node_modules and .git, or make the archive with "stoa pack".`,
    );
  for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith("/")) entries.push(entry);
  const environments = findVirtualEnvironments(entries.map(({ fileName }) => fileName));
  for (const entry of entries) {
    const { fileName: path } = entry;
    const reason = findLeftOut(path, environments);
    if (reason) {
      leftOut.set(reason.name, reason);
      continue;
    }
    checkEntry(entry);
    kept.push(entry);
  }
  if (kept.length > LIMITS.archiveMaxFiles) throw createTooMany(kept);
  for (const entry of kept) {
    const bytes = await readEntry(zip, entry, left);
    if (!bytes) throw createTooLarge(kept);
    left -= bytes.length;
    files.push({ path: entry.fileName, bytes });
  }
  return { files, leftOut: [...leftOut.values()] };
}

/**
 * Unpacks an archive within its limits. Leaves out files that tools create, and files with secrets.
 * @throws ArchiveProblem if the archive is invalid or exceeds a limit.
 */
export async function readArchive(bytes: Buffer): Promise<Archive> {
  try {
    const zip = await yauzl.fromBufferPromise(bytes, {
      lazyEntries: true,
      // Archives from Windows separate folders with backslashes. Names are checked after the backslashes are replaced.
      strictFileNames: false,
      validateEntrySizes: true,
    });
    const archive = await readEntries(zip);
    if (archive.files.length === 0) throw new ArchiveProblem("The archive has no files.");
    const { files, leftOut } = stripTopFolder(archive);
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    checkNames(files);
    return { files, leftOut };
  } catch (error) {
    if (error instanceof ArchiveProblem) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ArchiveProblem(
      `The archive cannot be read (${reason.slice(0, 200)}). Create it again as a .zip file.`,
    );
  }
}
