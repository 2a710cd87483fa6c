import type { FastifyInstance } from "fastify";
import type { Authenticator } from "./http/caller.ts";
import type { Mount } from "./http/mount.ts";
import type { BackgroundJob } from "./jobs/job.ts";

/**
 * An interface that follows a standard of others, such as OpenAI's API. It has its own paths and its own format of errors,
 * so it is mounted beside `/api/v1`.
 */
export interface Protocol {
  /** The beginning of its paths, such as `/v1`. */
  prefix: string;
  /** Identifies its callers, if it accepts other credentials than `/api/v1`. */
  authenticator?: Authenticator;
  /** Mounts its routes on an instance of its own, whose paths begin with the prefix. */
  serve(app: FastifyInstance, mount: Mount): void;
}

/** A module of the product. Its index exports `createX(deps)`, which returns a module. */
export interface Module<Api> {
  /** Mounts the module's routes below `/api/v1`. */
  routes(mount: Mount): void;
  protocols: readonly Protocol[];
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
  return { routes: () => {}, protocols: [], jobs: [], close: async () => {}, ...parts };
}
