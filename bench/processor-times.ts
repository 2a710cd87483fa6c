import { readdirSync, readFileSync } from "node:fs";
import { listDescendants } from "../runtime/supervisor/python/testing/processes.ts";

/** The groups of processes of a node. `workers` are the processes of workflows. */
export const PROCESS_GROUPS = ["server", "database", "sandbox", "workers", "embedder"] as const;
export type ProcessGroup = (typeof PROCESS_GROUPS)[number];
/** Milliseconds of processor time by group of processes. */
export type ProcessorTimes = Readonly<Record<ProcessGroup, number>>;

/** The kernel counts processor time in ticks of 10 ms. */
const TICK_MS = 10;

interface Times {
  parent: number;
  /** Processor time of the process, in milliseconds. */
  own: number;
  /** Processor time of its children that have ended, in milliseconds. */
  ended: number;
}

function readTimes(pid: number): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const sum = (at: number) => (Number(fields[at]) + Number(fields[at + 1])) * TICK_MS;
    return { parent: Number(fields[1]), own: sum(11), ended: sum(13) };
  } catch {
    // The process has ended since it was listed. Its parent counts it from now on.
    return undefined;
  }
}

function sumWithEnded(pids: readonly number[]): number {
  let ms = 0;
  for (const pid of pids) {
    const times = readTimes(pid);
    if (times) ms += times.own + times.ended;
  }
  return ms;
}

/**
 * Returns the processor time that a server and its database have used until now. `backendPid` is the process of one
 * connection to the database. The children of the server that have ended are counted as workers, because during a
 * measurement no other child ends.
 */
export function readProcessorTimes(serverPid: number, backendPid: number): ProcessorTimes {
  const server = readTimes(serverPid);
  const postmaster = readTimes(backendPid)?.parent;
  if (!server || postmaster === undefined) throw new Error("the server or its database does not run");
  const backends = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && readTimes(pid)?.parent === postmaster);
  const sumBelow = (command: RegExp) => sumWithEnded(listDescendants(serverPid, command));
  return {
    server: server.own,
    database: sumWithEnded([postmaster, ...backends]),
    sandbox: sumBelow(/stoa_sandbox\/(?:cold|warm)\.py/),
    workers: server.ended + sumBelow(/workflow-worker/),
    embedder: sumBelow(/embedder/),
  };
}

/** Returns the processor time of each of `operations` operations between two readings. */
export function divideTimes(
  before: ProcessorTimes,
  after: ProcessorTimes,
  operations: number,
): ProcessorTimes {
  const divide = (group: ProcessGroup) => (after[group] - before[group]) / operations;
  return {
    server: divide("server"),
    database: divide("database"),
    sandbox: divide("sandbox"),
    workers: divide("workers"),
    embedder: divide("embedder"),
  };
}
