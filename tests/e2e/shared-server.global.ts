import type { TestProject } from "vitest/node";
import { removeHome, ServerProcess, temporaryHome } from "../harness/server-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that all flows use which need no settings of their own. */
    sharedServer: { url: string; home: string };
  }
}

/**
 * One server for the flows of many people, as in life: each registers anew. A start makes a cluster and tries the
 * sample agents, which takes longer than most flows.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = temporaryHome();
  // Everybody here has one address, and nobody's hands are as quick as a test's.
  const server = await ServerProcess.start(home, { STOA_RATE_LIMIT_FACTOR: "100" });
  project.provide("sharedServer", { url: server.url, home });
  return async () => {
    await server.stop();
    removeHome(home);
  };
}
