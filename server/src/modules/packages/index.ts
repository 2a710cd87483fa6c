import { defineModule } from "../../platform/module.ts";
import { Packages, type PackagesOptions } from "./packages.ts";

/**
 * How often unused locks and environments are removed. Once an hour is enough: unused locks take little space, and
 * environments are removed immediately if an upload needs their space.
 */
const CLEAN_UP_MS = 60 * 60_000;

/** Creates the module of the packages that files declare. */
export function createPackages(options: PackagesOptions) {
  const packages = new Packages(options);
  return defineModule({
    api: packages,
    jobs: [{ name: "unused packages", everyMs: CLEAN_UP_MS, run: () => packages.cleanUp() }],
  });
}
