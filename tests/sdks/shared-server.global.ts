import type { TestProject } from "vitest/node";
import { createTemporaryHome, removeHome, ServerProcess } from "../harness/server-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server from which all tests download the packages. */
    serverUrl: string;
  }
}

/**
 * Starts one server for all tests. Its first start creates a database and tests the sample agents, which takes longer
 * than most tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = createTemporaryHome();
  // All tests share one IP address and send requests faster than people do.
  const server = await ServerProcess.start(home, { STOA_RATE_LIMIT_FACTOR: "100" });
  project.provide("serverUrl", server.url);
  return async () => {
    await server.stop();
    removeHome(home);
  };
}
