import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { PythonInstallation } from "./sandbox-command.ts";
import { listSystemFiles, SYSTEM_FOLDER } from "./system-files.ts";

const run = promisify(execFile);

/** The folders of the repository that are copied, and their names in the installed copy. */
const PACKAGES = [
  { from: "stoa_sandbox", to: "stoa_sandbox" },
  { from: "stoa/src/stoa", to: "packages/stoa" },
];

/** The file in the installed copy with the system call filter of untrusted warm parents. */
export const PARENT_FILTER_FILE = "parent-filter.bpf";

/** Matches Python code and the tables that it reads. */
const CODE_FILE = /\.(?:py|json|tsv)$/;

interface SourceFile {
  path: string;
  content: Buffer;
}

async function listSourceFiles(directory: string, target: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const entries = await readdir(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const from = join(directory, entry.name);
    const to = join(target, entry.name);
    if (entry.isDirectory() && entry.name !== "__pycache__") files.push(...(await listSourceFiles(from, to)));
    else if (CODE_FILE.test(entry.name)) files.push({ path: to, content: await readFile(from) });
  }
  return files;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Copies our Python code, compiled, and the files of /etc to a folder that the sandbox's user can read, and returns the
 * folder. The repository may be in a folder that this user cannot read. The folder's name is a hash of its content. The
 * copy is made under another name and then renamed, so that servers never see an incomplete copy.
 */
export async function installPythonCode(
  sourceDirectory: string,
  runDirectory: string,
  python: PythonInstallation,
  authorities: readonly string[] = [],
): Promise<string> {
  const files: SourceFile[] = Object.entries(listSystemFiles(authorities)).map(([path, text]) => ({
    path: join(SYSTEM_FOLDER, path),
    content: Buffer.from(text),
  }));
  for (const { from, to } of PACKAGES)
    files.push(...(await listSourceFiles(join(sourceDirectory, from), to)));
  const hash = createHash("sha256").update(`${python.executable} ${python.version}\n`);
  for (const { path, content } of files) hash.update(`${path} ${content.length}\n`).update(content);
  const parent = join(runDirectory, "code");
  const target = join(parent, hash.digest("hex").slice(0, 16));
  if (await exists(target)) return target;
  await mkdir(parent, { recursive: true });
  await chmod(parent, 0o755);
  const draft = `${target}.${randomBytes(4).toString("hex")}`;
  for (const { path, content } of files) {
    const file = join(draft, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  // Compile the code once here instead of at the start of each run. The bytecode is not checked against the source,
  // because the folder's name is a hash of the source.
  const compile = ["-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"];
  await run(python.executable, ["-I", ...compile, "-s", draft, "-p", "/stoa", draft]);
  const filter = await run(python.executable, ["-I", "-B", join(draft, "stoa_sandbox/parent_filter.py")], {
    encoding: "buffer",
  });
  await writeFile(join(draft, PARENT_FILTER_FILE), filter.stdout);
  await run("chmod", ["-R", "u=rwX,go=rX", draft]);
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  });
  return target;
}
