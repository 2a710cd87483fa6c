export { PackageEnvironments } from "./package-environments.ts";
export { getFetchBytes, type PackageLock, type PackageResult } from "./package-lock.ts";
export { PackageRefusal, PackagesUnavailable } from "./package-refusal.ts";
