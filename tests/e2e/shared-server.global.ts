import type { TestProject } from "vitest/node";
import { removeHome, ServerProcess, temporaryHome } from "../harness/server-process.ts";
import { copyHome } from "./seeded-home.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that all flows use which need no settings of their own. */
    sharedServer: { url: string; home: string };
    /** The home of a server that has started once and been stopped, to be copied. */
    seededHome: string;
  }
}

/**
 * One server for the flows of many people, as in life: each registers anew. A first start makes a cluster and tries
 * the sample agents, which takes longer than most flows; servers with settings of their own begin on a copy of it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = temporaryHome();
  // Everybody here has one address, and nobody's hands are as quick as a test's.
  const server = await ServerProcess.start(home, { STOA_RATE_LIMIT_FACTOR: "100" });
  await server.stop();
  const seeded = temporaryHome();
  copyHome(home, seeded);
  await server.startAgain();
  project.provide("sharedServer", { url: server.url, home });
  project.provide("seededHome", seeded);
  return async () => {
    await server.stop();
    for (const each of [home, seeded]) removeHome(each);
  };
}
