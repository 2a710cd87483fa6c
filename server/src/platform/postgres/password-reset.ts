import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { PostgresBinaries } from "./binaries.ts";
import { DATABASE_NAME, give } from "./cluster.ts";
import type { ClusterLocation } from "./cluster-location.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { startPostmaster, stopPostmaster } from "./postmaster.ts";

/**
 * This number only becomes part of the socket's name: the server does not listen on the network.
 */
const SOCKET_NUMBER = 5432;

/**
 * Sets the superuser's password in a stopped cluster, for a home folder that has lost its record. The server runs
 * briefly without passwords, only on a socket in a folder that no other user can enter.
 */
export async function resetPassword(
  binaries: PostgresBinaries,
  location: ClusterLocation,
  password: string,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "stoa-"));
  try {
    const hostRules = join(folder, "pg_hba.conf");
    writeFileSync(hostRules, "local all all trust\n");
    give(hostRules, location.user);
    give(folder, location.user);
    const privately = { ...location, socketFolder: folder };
    const settings = { listen_addresses: "", hba_file: hostRules };
    const server = await startPostmaster(binaries, privately, SOCKET_NUMBER, settings, () => {});
    if ("failed" in server) {
      throw new EmbeddedPostgresError(
        "start_failed",
        `The database in ${location.data} does not start.`,
        server.log,
      );
    }
    try {
      await setPassword(folder, password);
    } finally {
      let ended = false;
      void server.ended.then(() => {
        ended = true;
      });
      await stopPostmaster(server.pid, () => ended);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function setPassword(socketFolder: string, password: string): Promise<void> {
  const client = new pg.Client({
    host: socketFolder,
    port: SOCKET_NUMBER,
    user: DATABASE_NAME,
    database: "postgres",
  });
  await client.connect();
  try {
    await client.query(`ALTER ROLE ${DATABASE_NAME} PASSWORD ${client.escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
}
