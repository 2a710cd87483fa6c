import { UsageStats } from "@stoa/contract";
import { Client, parseAnswer } from "../harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../harness/server-process.ts";

/** A server with the sample agents, and a person with a key. */
export interface Stand {
  url: string;
  apiKey: string;
  /** Returns the number of the person's runs that have ended. */
  executions(): Promise<number>;
  close(): Promise<void>;
}

export async function openStand(): Promise<Stand> {
  const home = createTemporaryHome();
  const server = await ServerProcess.start(home);
  const client = new Client(server.url);
  const { key: apiKey } = await client.registerWithKey();
  return {
    url: server.url,
    apiKey,
    executions: async () => {
      const stats = await client.get("/api/v1/sdk/usage/stats", { key: apiKey });
      return parseAnswer(UsageStats, stats).total_executions;
    },
    close: async () => {
      await server.stop();
      removeHome(home);
    },
  };
}
