import pino from "pino";
import { afterAll, beforeAll } from "vitest";
import { Client } from "../../../../tests/harness/client.ts";
import { createHttpServer } from "../../platform/http/http-server.ts";
import { createMount } from "../../platform/http/mount.ts";
import type { Ledger } from "./index.ts";
import { useLedger } from "./ledger.fixture.ts";
import type { RunOnReceipt } from "./present-receipt.ts";
import { mountLedgerRoutes } from "./routes.ts";

/** Serves the ledger's routes for tests. A session's token is the account's id. `owned` maps agents to their owners. */
export function useLedgerRoutes(changed: (ledger: Ledger) => Ledger = (ledger) => ledger) {
  const money = useLedger();
  const owned = new Map<number, string>();
  const runs = new Map<string, RunOnReceipt>();
  let client: Client | null = null;
  let close = async () => {};

  beforeAll(async () => {
    const app = createHttpServer({ log: pino({ level: "silent" }) });
    const bySession = async (accountId: string) =>
      accountId.startsWith("acc_") ? { userId: "usr_1", accountId, username: "someone" } : undefined;
    await app.register(
      async (api) => {
        const mount = createMount(api, { bySession, byApiKey: async () => undefined });
        const { db } = money();
        const ledger = changed(money().ledger);
        const ownsAgent = async (agentId: number, accountId: string) => owned.get(agentId) === accountId;
        mountLedgerRoutes(mount, { db, ledger, ownsAgent, findRun: async (runId) => runs.get(runId) });
      },
      { prefix: "/api/v1" },
    );
    client = new Client(await app.listen({ host: "127.0.0.1", port: 0 }));
    close = () => app.close();
  });
  afterAll(() => close());

  return () => {
    if (client === null) throw new Error("The server runs only during tests.");
    return { ...money(), client, owned, runs };
  };
}
