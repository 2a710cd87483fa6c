import type { Mount } from "./http/mount.ts";
import type { BackgroundJob } from "./jobs/job.ts";

/** A module of the product. Its index exports `createX(deps)`, which returns a module. */
export interface Module<Api> {
  /** Mounts the module's routes below `/api/v1`. */
  routes(mount: Mount): void;
  /** The module's background jobs. The context starts all jobs after every module has been created. */
  jobs: readonly BackgroundJob[];
  /** The functions that the rest of the product may call. */
  api: Api;
  /** Releases the module's resources. At that time its jobs have stopped, and no request is in progress. */
  close(): Promise<void>;
}

/** Returns a module with defaults for the parts that are missing. */
export function defineModule<Api>(
  parts: Pick<Module<Api>, "api"> & Partial<Omit<Module<Api>, "api">>,
): Module<Api> {
  return { routes: () => {}, jobs: [], close: async () => {}, ...parts };
}
