/** The names of the environments. An environment is a set of packages that agents can run with. */
export const ENVIRONMENT_NAMES = ["base", "langchain", "autogen"] as const;
export type EnvironmentName = (typeof ENVIRONMENT_NAMES)[number];

/** A complete set of locked packages that every user can read. */
export interface PythonEnvironment {
  name: EnvironmentName;
  /** The folder for `sys.path`. Nothing in it relies on `.pth` files. */
  packages: string;
  /** A hash of the lock and of the platform that the lock is resolved for. */
  digest: string;
  /** The modules that a warm parent imports, so that agents written as in the documentation need no other imports. */
  imports: readonly string[];
}

/** The reason why an environment cannot be used here and the remedy, each as a plain sentence. */
export interface MissingEnvironment {
  reason: string;
  remedy: string;
}

export type PythonEnvironments = Record<EnvironmentName, PythonEnvironment | MissingEnvironment>;

/** The folder of tiktoken's vocabularies within an environment's packages: the value of TIKTOKEN_CACHE_DIR. */
export const TIKTOKEN_FOLDER = ".tiktoken";

export function isPresent(
  environment: PythonEnvironment | MissingEnvironment,
): environment is PythonEnvironment {
  return "packages" in environment;
}
