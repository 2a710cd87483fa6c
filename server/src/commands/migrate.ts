import type { Config } from "../config.ts";
import { joinDatabaseServer, migrateDatabase } from "./database-server.ts";
import { quietLog } from "./quiet-log.ts";

/** Runs `stoa migrate`. */
export async function migrateCommand(config: Config): Promise<void> {
  const server = await joinDatabaseServer(config, quietLog);
  try {
    const applied = await migrateDatabase(server);
    console.log(applied.length > 0 ? applied.map((name) => `applied ${name}`).join("\n") : "nothing to do");
  } finally {
    await server.stop();
  }
}
