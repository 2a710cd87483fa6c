/**
 * Decides which files of a folder or archive an upload omits. The server applies the rule to every archive. The command
 * line applies it before it sends a folder, so that files with secrets never leave the developer's machine.
 */

/** Folders that tools create and that no agent needs. */
const CLUTTER_FOLDERS = new Set(
  "__MACOSX __pycache__ node_modules .git .hg .svn .venv venv .tox .nox .idea .vscode .mypy_cache .pytest_cache .ruff_cache .ipynb_checkpoints .eggs".split(
    " ",
  ),
);
const CLUTTER_FILE = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._.*|.*\.py[co])$/i;
/** Every virtual environment has this file at the top of its folder, whatever the folder is called. */
const ENVIRONMENT_MARK = "pyvenv.cfg";

/** Tools' files that contain only credentials. Developers set such values as secrets of the agent instead. */
const SECRET_FILE =
  /^(?:\.env|\.env\.(?!(?:example|sample|template|dist)$).*|\.envrc|\.netrc|\.pypirc|id_(?:rsa|dsa|ecdsa|ed25519)|credentials\.json|client_secret.*\.json|token\.(?:json|pickle))$/;
const SECRET_FOLDERS = new Set([".aws", ".ssh", ".gnupg"]);

/**
 * A file or folder of an archive that is not stored, because agents do not need it or because it may contain secrets.
 */
export interface LeftOut {
  name: string;
  isSecret: boolean;
}

/** Returns the folders of virtual environments, each with a trailing slash. */
export function findVirtualEnvironments(paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    path.endsWith(`/${ENVIRONMENT_MARK}`) ? [path.slice(0, -ENVIRONMENT_MARK.length)] : [],
  );
}

/** Returns the folder or the file itself that is left out; undefined if the file belongs to the agent. */
export function findLeftOut(path: string, environments: readonly string[]): LeftOut | undefined {
  const parts = path.split("/");
  const file = parts.pop() ?? "";
  for (const [index, folder] of parts.entries()) {
    const name = parts.slice(0, index + 1).join("/");
    if (CLUTTER_FOLDERS.has(folder) || environments.includes(`${name}/`)) return { name, isSecret: false };
    if (SECRET_FOLDERS.has(folder)) return { name, isSecret: true };
  }
  if (CLUTTER_FILE.test(file)) return { name: path, isSecret: false };
  return SECRET_FILE.test(file) ? { name: path, isSecret: true } : undefined;
}
