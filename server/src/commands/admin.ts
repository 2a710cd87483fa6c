import { userInfo } from "node:os";
import { PlanType } from "@stoa/contract";
import type { Config } from "../config.ts";
import { grantOnEvents } from "../credits.ts";
import { Plans } from "../modules/accounts/index.ts";
import { createLedger } from "../modules/ledger/index.ts";
import { openDatabase } from "../platform/db/database.ts";
import { EventBus } from "../platform/events/event-bus.ts";
import { joinDatabaseServer } from "./database-server.ts";
import { OperatorError } from "./operator-error.ts";
import { quietLog } from "./quiet-log.ts";

/** `stoa admin set-plan <username> <plan>` (reading 5). */
export async function setPlanCommand(config: Config, args: string[]): Promise<void> {
  const [username, planName] = args;
  const plan = PlanType.safeParse(planName);
  if (!username || !plan.success)
    throw new OperatorError(`Usage: stoa admin set-plan <username> <${PlanType.options.join("|")}>`);
  const server = await joinDatabaseServer(config, quietLog);
  const { db } = openDatabase({ url: server.url, poolSize: 2, onLost: () => {} });
  try {
    const events = new EventBus();
    grantOnEvents(events, createLedger());
    const changed = await new Plans(db, events).setPlan(
      username,
      plan.data,
      `operator:${userInfo().username}`,
    );
    if (!changed) throw new OperatorError(`There is no user "${username}".`);
    console.log(`${username} is on the ${plan.data} plan.`);
  } finally {
    await db.destroy();
    await server.stop();
  }
}
