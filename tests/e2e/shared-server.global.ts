import type { TestProject } from "vitest/node";
import { createTemporaryHome, removeHome, ServerProcess } from "../harness/server-process.ts";
import { copyHome } from "./seeded-home.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server for all tests that do not need their own settings. */
    sharedServer: { url: string; home: string };
    /** The home folder of a server that was started and stopped once. Tests copy it. */
    seededHome: string;
  }
}

/**
 * Starts one server for many tests, each of which registers new people. The first start on a home folder creates a
 * database and tests the sample agents, which takes longer than most tests, so servers with their own settings start on
 * a copy of the shared server's home.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = createTemporaryHome();
  // All tests share one IP address and send requests faster than people do.
  const server = await ServerProcess.start(home, { STOA_RATE_LIMIT_FACTOR: "100" });
  await server.stop();
  const seeded = createTemporaryHome();
  copyHome(home, seeded);
  await server.startAgain();
  project.provide("sharedServer", { url: server.url, home });
  project.provide("seededHome", seeded);
  return async () => {
    await server.stop();
    for (const each of [home, seeded]) removeHome(each);
  };
}
