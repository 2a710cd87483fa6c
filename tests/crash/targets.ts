import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { SeededRandom } from "../harness/seeded-random.ts";
import type { ServerProcess } from "../harness/server-process.ts";

/** The process that a crash test kills. */
export type Target = "server" | "sandbox" | "database" | "server and database";
export const TARGETS: readonly Target[] = ["server", "sandbox", "database", "server and database"];

/** Returns the process ID of the database server, which it writes to `postmaster.pid`. */
export async function findDatabasePid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    const file = join(rows[0]?.data_directory ?? "", "postmaster.pid");
    return Number(readFileSync(file, "utf8").split("\n")[0]);
  } finally {
    await client.end();
  }
}

/** Returns all processes of this server's sandboxes: bubblewrap, warm parents, monitors and agents. */
function findSandboxPids(serverPid: number): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const processes = lines.map((line) => {
    const [pid, parent] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent) };
  });
  const below = new Set([serverPid]);
  for (let grown = -1; grown !== below.size; ) {
    grown = below.size;
    for (const process of processes) if (below.has(process.parent)) below.add(process.pid);
  }
  below.delete(serverPid);
  return [...below];
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already ended by itself.
  }
}

/** Kills the target with SIGKILL. For `sandbox`, kills one random process of the sandboxes. */
export async function strike(target: Target, server: ServerProcess, random: SeededRandom): Promise<void> {
  if (target === "sandbox") {
    const pids = findSandboxPids(server.pid);
    if (pids.length > 0) killQuietly(random.pick(pids));
    return;
  }
  const database = target === "server" ? undefined : await findDatabasePid(server.databaseUrl);
  if (target !== "database") await server.kill();
  if (database !== undefined) killQuietly(database);
}
