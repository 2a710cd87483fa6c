/** The sets of packages that agents can be run with. */
export const ENVIRONMENT_NAMES = ["base", "langchain", "autogen"] as const;
export type EnvironmentName = (typeof ENVIRONMENT_NAMES)[number];

/** Locked packages, complete, and readable by every user. */
export interface PythonEnvironment {
  name: EnvironmentName;
  /** The folder to put on `sys.path`. Nothing in it relies on `.pth` files. */
  packages: string;
  /** Says exactly which packages these are: the lock, the Python and the machine. */
  digest: string;
  /** What a warm parent imports, so that agents written as the documentation writes them import nothing more. */
  imports: readonly string[];
}

/** Why an environment cannot be used here and what to do, each one plain sentence. */
export interface MissingEnvironment {
  reason: string;
  remedy: string;
}

export type PythonEnvironments = Record<EnvironmentName, PythonEnvironment | MissingEnvironment>;

/** Where tiktoken finds its vocabularies below an environment's packages: the value of TIKTOKEN_CACHE_DIR. */
export const TIKTOKEN_FOLDER = ".tiktoken";

export function isPresent(
  environment: PythonEnvironment | MissingEnvironment,
): environment is PythonEnvironment {
  return "packages" in environment;
}
