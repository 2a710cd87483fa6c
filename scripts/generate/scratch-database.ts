import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../server/src/platform/db/schema/migrate.ts";
import { readSchemaFiles } from "../../server/src/platform/db/schema/schema-files.ts";
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../server/src/platform/postgres/embedded-postgres.ts";

/** Creates an empty database server with every migration and definition applied. `stop` deletes it. */
export async function startScratchDatabase(
  root: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), "stoa-generate-"));
  // If we are root, the database runs as another user, who needs access to the folder.
  await chmod(home, 0o711);
  const server = await startEmbeddedPostgres({
    home,
    log: { info: () => {}, warn: console.warn },
    settings: { fsync: "off" },
  });
  const stop = async () => {
    await server.stop();
    removeEmbeddedPostgres(home);
    await rm(home, { recursive: true, force: true });
  };
  try {
    await migrate(server.url, readSchemaFiles(join(root, "server")));
    return { url: server.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
