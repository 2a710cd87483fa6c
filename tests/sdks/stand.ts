import { UsageStats } from "@stoa/contract";
import { Client, parsed } from "../harness/client.ts";
import { removeHome, ServerProcess, temporaryHome } from "../harness/server-process.ts";

/** A server with the sample agents, and a person with a key. */
export interface Stand {
  url: string;
  apiKey: string;
  /** How many runs the person has made that have ended. */
  executions(): Promise<number>;
  close(): Promise<void>;
}

export async function openStand(): Promise<Stand> {
  const home = temporaryHome();
  const server = await ServerProcess.start(home);
  const client = new Client(server.url);
  const { key: apiKey } = await client.registerWithKey();
  return {
    url: server.url,
    apiKey,
    executions: async () => {
      const stats = await client.get("/api/v1/sdk/usage/stats", { key: apiKey });
      return parsed(UsageStats, stats).total_executions;
    },
    close: async () => {
      await server.stop();
      removeHome(home);
    },
  };
}
