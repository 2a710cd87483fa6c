import type { Config } from "../config.ts";
import { migrate } from "../platform/db/migrate.ts";
import { joinDatabaseServer } from "./database-server.ts";
import { MIGRATIONS } from "./paths.ts";
import { quietLog } from "./quiet-log.ts";

/** `stoa migrate`. */
export async function migrateCommand(config: Config): Promise<void> {
  const server = await joinDatabaseServer(config, quietLog);
  try {
    const applied = await migrate(server.ownerUrl, MIGRATIONS);
    console.log(applied.length > 0 ? applied.map((name) => `applied ${name}`).join("\n") : "nothing to do");
  } finally {
    await server.stop();
  }
}
