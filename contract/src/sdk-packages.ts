/** The packages that every server serves for its own users; their manifests name the same version. */
export const SDK_VERSION = "0.1.0";

/** Where they lie on a server. */
export const SDK_PATH = "/sdk/";

/** Leads to the SDKs' source: the repository that the operator names, else the page of the packages. */
export const SDK_SOURCE_PATH = "/sdk/source";

export type SdkLanguage = "javascript" | "python";

/** Their files: pip reads name, version and tags from a wheel's. */
export const SDK_FILES: Readonly<Record<SdkLanguage, string>> = {
  javascript: `stoa-sdk-${SDK_VERSION}.tgz`,
  python: `stoa_sdk-${SDK_VERSION}-py3-none-any.whl`,
};

const INSTALLERS: Readonly<Record<SdkLanguage, string>> = {
  javascript: "npm install",
  python: "pip install",
};

/** Python for developers' laptops: the module `stoa` that agents import, and the command `stoa` that checks and runs them. */
export const LAPTOP_FILE = `stoa_agents-${SDK_VERSION}-py3-none-any.whl`;

/** The command that installs the package for laptops from the server at this address. */
export function laptopInstallLine(origin: string): string {
  return `pip install ${origin}${SDK_PATH}${LAPTOP_FILE}`;
}

/** The command that installs one from the server at this address, `https://...` without a slash at its end. */
export function installLine(language: SdkLanguage, origin: string): string {
  return `${INSTALLERS[language]} ${origin}${SDK_PATH}${SDK_FILES[language]}`;
}
