import { Buffer } from "node:buffer";
import { LIMITS } from "@stoa/contract";
import yauzl from "yauzl";

/** A file of an archive, by its path below the archive's top folder. */
export interface ArchiveFile {
  path: string;
  bytes: Buffer;
}

/** The error of an archive that cannot become an agent. The message is for its developer. */
export class ArchiveProblem extends Error {}

/** People often zip environments and caches too. An archive with more entries than this is not an agent. */
const MOST_ENTRIES = 20_000;
/** Paths in a real project are shorter. */
const LONGEST_PATH = 200;
/** Matches folders and files that tools leave behind and an agent does not need. */
const CLUTTER =
  /(?:^|\/)(?:__MACOSX|__pycache__|node_modules|\.git|\.hg|\.svn|\.venv|venv|\.tox|\.idea|\.vscode|\.mypy_cache|\.pytest_cache|\.ruff_cache|\.ipynb_checkpoints)\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$|\.py[co]$/i;
/** Matches files with environment variables. Their values are secrets, which developers set separately. */
const ENVIRONMENT_FILE = /(?:^|\/)\.env(?:\.[^/]*)?$/;
const EXAMPLE_FILE = /\.(?:example|sample|template|dist)$/;

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const ENCRYPTED = 0x1;

/** The files of an archive, and the names of files that were left out because they contain secrets. */
export interface Archive {
  files: ArchiveFile[];
  leftOut: string[];
}

/** Refuses an entry that is not an ordinary file with a portable name. */
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

/** Reads one entry, at most `most` bytes of it, whatever its header says. */
async function readEntry(zip: yauzl.ZipFile, entry: yauzl.Entry, most: number): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    const chunk: unknown = part;
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a stream of bytes has something else");
    size += chunk.length;
    if (size > most) {
      stream.destroy();
      throw tooLarge();
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function tooLarge(): ArchiveProblem {
  const limit = LIMITS.archiveMaxBytes / 1024 / 1024;
  return new ArchiveProblem(
    `The files in the archive are larger than ${limit} MiB together. Leave out what the agent does not need.`,
  );
}

/** Removes the folder that contains all files, because most tools create one. */
function stripTopFolder({ files, leftOut }: Archive): Archive {
  const [top = ""] = files[0]?.path.split("/") ?? [];
  const prefix = `${top}/`;
  const paths = [...files.map(({ path }) => path), ...leftOut];
  if (!paths.every((path) => path.startsWith(prefix))) return { files, leftOut };
  return {
    files: files.map((file) => ({ ...file, path: file.path.slice(prefix.length) })),
    leftOut: leftOut.map((path) => path.slice(prefix.length)),
  };
}

/** Refuses names that are the same file, or a file and a folder, on some machines. */
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
  const leftOut: string[] = [];
  let left = LIMITS.archiveMaxBytes;
  if (zip.entryCount > MOST_ENTRIES) throw tooMany(zip.entryCount);
  for await (const entry of zip.eachEntry()) {
    const { fileName: path } = entry;
    if (path.endsWith("/") || CLUTTER.test(path)) continue;
    checkEntry(entry);
    if (ENVIRONMENT_FILE.test(path) && !EXAMPLE_FILE.test(path)) {
      leftOut.push(path);
      continue;
    }
    if (files.length >= LIMITS.archiveMaxFiles) throw tooMany(zip.entryCount);
    const bytes = await readEntry(zip, entry, left);
    left -= bytes.length;
    files.push({ path, bytes });
  }
  return { files, leftOut };
}

function tooMany(count: number): ArchiveProblem {
  return new ArchiveProblem(
    `The archive has ${count} entries; at most ${LIMITS.archiveMaxFiles} files are allowed. Leave out what the agent does not need.`,
  );
}

/**
 * Unpacks an archive within its limits. Leaves out files that tools leave behind.
 * @throws ArchiveProblem
 */
export async function readArchive(bytes: Buffer): Promise<Archive> {
  try {
    const zip = await yauzl.fromBufferPromise(bytes, {
      lazyEntries: true,
      strictFileNames: true,
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
