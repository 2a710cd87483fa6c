import type { Mount } from "./http/mount.ts";
import type { BackgroundJob } from "./jobs/job.ts";

/** A module of the product. Its index exports `createX(deps)`, which returns one. */
export interface Module<Api> {
  /** Mounts the module's routes below `/api/v1`. */
  routes(mount: Mount): void;
  /** What the module does by itself. The context starts all jobs once every module exists. */
  jobs: readonly BackgroundJob[];
  /** What the rest of the product may call. */
  api: Api;
  /** Releases what the module has opened. Its jobs have stopped, and no request is in progress. */
  close(): Promise<void>;
}

/** Fills in the parts that a module does not have. */
export function defineModule<Api>(
  parts: Pick<Module<Api>, "api"> & Partial<Omit<Module<Api>, "api">>,
): Module<Api> {
  return { routes: () => {}, jobs: [], close: async () => {}, ...parts };
}
