import { ArchiveProblem } from "./archive-problem.ts";
import type { Project } from "./project-file.ts";
import type { ArchiveFile } from "./read-archive.ts";

/** The main file, and the function in it that the project names as its command. */
interface MainFile {
  file: ArchiveFile;
  function?: string;
}

/** The names of main files, in the order in which people expect them. */
const TOP_NAMES = ["main.py", "agent.py", "app.py", "__main__.py"];
/** In a folder, `__main__.py` is what `python -m folder` runs. */
const FOLDER_NAMES = ["__main__.py", "main.py", "agent.py", "app.py"];
/** Folders with source code, from which modules are imported. */
const SOURCES = ["", "src/"];
/** Files and folders that belong to tools and are never the agent. */
const NEVER_MAIN =
  /^(?:setup|conftest|noxfile|fabfile|__init__)\.py$|(?:^|\/)(?:tests?|docs|examples|scripts|benchmarks)\/|(?:^|\/)(?:test_[^/]*|[^/]*_test|__init__)\.py$/;
const MOST_NAMED = 5;
const SCRIPT = /^\s*([A-Za-z_][\w.]*)\s*:\s*([A-Za-z_]\w*)\s*$/;

function findNamed(files: readonly ArchiveFile[], wanted: string): ArchiveFile {
  const named = wanted.replace(/^\.\//, "");
  const file = files.find(({ path }) => path === named && path.endsWith(".py"));
  if (file) return file;
  throw new ArchiveProblem(
    `pyproject.toml names ${named.slice(0, 100)} as the entry point, but the archive has no such Python file.`,
  );
}

/** Returns the file of the only command in [project.scripts], or of the command with the project's name. */
function findCommand(files: readonly ArchiveFile[], { name, scripts }: Project): MainFile | undefined {
  const all = Object.entries(scripts);
  const [only] = all.length === 1 ? all : all.filter(([command]) => command === name);
  const [, module, called] = SCRIPT.exec(only?.[1] ?? "") ?? [];
  if (module === undefined || called === undefined) return undefined;
  const stem = module.replaceAll(".", "/");
  const paths = SOURCES.flatMap((folder) => [`${folder}${stem}.py`, `${folder}${stem}/__init__.py`]);
  const file = files.find(({ path }) => paths.includes(path));
  return file && { file, function: called };
}

/** Returns the file with a usual name that is nearest to the top, if there is one such file. */
function findInFolders(files: readonly ArchiveFile[]): ArchiveFile | undefined {
  const getName = ({ path }: ArchiveFile) => path.slice(path.lastIndexOf("/") + 1);
  const getDepth = ({ path }: ArchiveFile) => path.split("/").length;
  const named = files.filter((file) => FOLDER_NAMES.includes(getName(file)));
  const least = Math.min(...named.map(getDepth));
  const nearest = named.filter((file) => getDepth(file) === least);
  for (const name of FOLDER_NAMES) {
    const [first, ...others] = nearest.filter((file) => getName(file) === name);
    if (first) return others.length === 0 ? first : undefined;
  }
  return undefined;
}

/** Returns the file with the entry point. @throws ArchiveProblem if no file, or no single file, can have it. */
export function chooseMain(files: readonly ArchiveFile[], project: Project): MainFile {
  if (project.entry !== undefined) return { file: findNamed(files, project.entry) };
  const python = files.filter(({ path }) => path.endsWith(".py"));
  for (const folder of SOURCES)
    for (const name of TOP_NAMES) {
      const file = python.find(({ path }) => path === folder + name);
      if (file) return { file };
    }
  const command = findCommand(python, project);
  if (command) return command;
  const own = python.filter(({ path }) => !NEVER_MAIN.test(path));
  const top = own.filter(({ path }) => !path.includes("/"));
  const found = findOnly(top) ?? (top.length === 0 ? (findInFolders(own) ?? findOnly(own)) : undefined);
  if (found) return { file: found };
  const [first] = own;
  if (!first) throw new ArchiveProblem("The archive has no Python file (.py) with an agent.");
  const names = (top.length > 0 ? top : own).slice(0, MOST_NAMED).map(({ path }) => path);
  throw new ArchiveProblem(
    `The archive has several Python files and none of them is named main.py: ${names.join(", ")}. Rename the one with the entry point to main.py, or name it in pyproject.toml: [tool.stoa] entry = "${names[0]}".`,
  );
}

function findOnly(files: readonly ArchiveFile[]): ArchiveFile | undefined {
  return files.length === 1 ? files[0] : undefined;
}
