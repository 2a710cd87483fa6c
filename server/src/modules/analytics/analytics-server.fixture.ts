import type { PlanType } from "@stoa/contract";
import pino from "pino";
import { afterAll, beforeAll } from "vitest";
import { Client } from "../../../../tests/harness/client.ts";
import { createHttpServer } from "../../platform/http/http-server.ts";
import { createMount } from "../../platform/http/mount.ts";
import { someAgent } from "../catalog/catalog.fixture.ts";
import { createRunnableAgents } from "../catalog/index.ts";
import { useLedger } from "../ledger/ledger.fixture.ts";
import { allowOtherDays } from "./booked-runs.fixture.ts";
import { createAnalytics } from "./index.ts";

/** Starts a server with the analytics routes. A session's token is its account's id. `plans` maps accounts to plans. */
export function useAnalyticsServer() {
  const money = useLedger();
  const plans = new Map<string, PlanType>();
  let agents = 0;
  let client: Client | undefined;
  let close = async () => {};

  beforeAll(async () => {
    const { db } = money();
    await allowOtherDays(db);
    const getPlan = async (accountId: string) => plans.get(accountId) ?? "free";
    const runnable = createRunnableAgents(db, getPlan);
    const analytics = createAnalytics({
      db,
      getPlan,
      ownsAgent: (agentId, accountId) => runnable.isOwnedBy(agentId, accountId),
    });
    const app = createHttpServer({ log: pino({ level: "silent" }) });
    const bySession = async (accountId: string) =>
      accountId.startsWith("acc_") ? { userId: "usr_1", accountId, username: "someone" } : undefined;
    await app.register(
      async (api) => analytics.routes(createMount(api, { bySession, byApiKey: async () => undefined })),
      { prefix: "/api/v1" },
    );
    client = new Client(await app.listen({ host: "127.0.0.1", port: 0 }));
    close = () => app.close();
  });
  afterAll(() => close());

  return () => {
    if (!client) throw new Error("The server listens only while tests run.");
    const { db } = money();
    return {
      ...money(),
      client,
      plans,
      agent(ownerAccountId: string) {
        agents += 1;
        return someAgent(db, ownerAccountId, { name: `Agent ${agents}` });
      },
    };
  };
}
