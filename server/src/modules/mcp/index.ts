import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import type { Authenticator } from "../../platform/http/caller.ts";
import { defineModule } from "../../platform/module.ts";
import type { AgentDirectory } from "../catalog/index.ts";
import type { RunCalls } from "../runs/index.ts";
import { Cancellations } from "./cancellations.ts";
import type { ClientFiles } from "./file-resources.ts";
import { createMcpProtocol } from "./protocol.ts";
import type { ProtectedResources } from "./sign-in.ts";
import type { StoreFile } from "./tools/file-arguments.ts";

export interface McpDeps {
  db: Database;
  databaseUrl: string;
  log: FastifyBaseLogger;
  publicUrl: string;
  version: string;
  authenticator: Authenticator;
  resources: ProtectedResources;
  directory: AgentDirectory;
  calls: RunCalls;
  /** The files of callers. The files module provides them. */
  files: ClientFiles & { storeFile(...file: Parameters<StoreFile>): Promise<{ id: string }> };
}

/** Creates the module that offers the agents of the store as tools of the Model Context Protocol. */
export function createMcp(deps: McpDeps) {
  const cancellations = new Cancellations(deps);
  const storeFile: StoreFile = async (caller, file) => (await deps.files.storeFile(caller, file)).id;
  const protocol = createMcpProtocol({ ...deps, cancellations, storeFile });
  return defineModule({
    api: {},
    protocols: [protocol],
    jobs: [cancellations.job],
    close: () => protocol.close(),
  });
}
