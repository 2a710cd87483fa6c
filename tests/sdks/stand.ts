import { UsageStats } from "@stoa/contract";
import { inject } from "vitest";
import { Client, parseAnswer } from "../harness/client.ts";

/** The shared server with the sample agents, and a person with a key. */
export interface Stand {
  url: string;
  apiKey: string;
  /** Returns the number of the person's runs that have ended. */
  executions(): Promise<number>;
}

/** Registers a new person on the shared server. */
export async function openStand(): Promise<Stand> {
  const url = inject("serverUrl");
  const client = new Client(url);
  const { key: apiKey } = await client.registerWithKey();
  return {
    url,
    apiKey,
    executions: async () => {
      const stats = await client.get("/api/v1/sdk/usage/stats", { key: apiKey });
      return parseAnswer(UsageStats, stats).total_executions;
    },
  };
}
