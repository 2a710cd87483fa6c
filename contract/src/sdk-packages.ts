/**
 * The version of the packages that every server offers for download. The package manifests contain the same version.
 */
export const SDK_VERSION = "0.1.0";

/** The path of the packages on a server. */
export const SDK_PATH = "/sdk/";

/**
 * The path that redirects to the source of the SDKs: the repository that the operator configures, or the page of the
 * packages.
 */
export const SDK_SOURCE_PATH = "/sdk/source";

export type SdkLanguage = "javascript" | "python";

/** The file names of the packages. pip reads name, version and tags from the file name of a wheel. */
export const SDK_FILES: Readonly<Record<SdkLanguage, string>> = {
  javascript: `stoa-sdk-${SDK_VERSION}.tgz`,
  python: `stoa_sdk-${SDK_VERSION}-py3-none-any.whl`,
};

const INSTALLERS: Readonly<Record<SdkLanguage, string>> = {
  javascript: "npm install",
  python: "pip install",
};

/**
 * The Python package for developers' laptops: the module `stoa`, which agents import, and the command `stoa`, which
 * checks and runs them.
 */
export const LAPTOP_FILE = `stoa_agents-${SDK_VERSION}-py3-none-any.whl`;

/** The command line for people and CI, whose command is `stoa-cli`. */
export const CLI_FILE = `stoa-cli-${SDK_VERSION}.tgz`;

/** Returns the command that runs the command line from the server at this origin, without installing it. */
export function getCliLine(origin: string): string {
  return `npx ${origin}${SDK_PATH}${CLI_FILE}`;
}

/** Returns the command that installs the laptop package from the server at this origin. */
export function getLaptopInstallLine(origin: string): string {
  return `pip install ${origin}${SDK_PATH}${LAPTOP_FILE}`;
}

/** Returns the command that installs an SDK from the server at this origin: `https://...` without a trailing slash. */
export function installLine(language: SdkLanguage, origin: string): string {
  return `${INSTALLERS[language]} ${origin}${SDK_PATH}${SDK_FILES[language]}`;
}
