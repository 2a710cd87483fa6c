import { readFileSync } from "node:fs";
import type { Figure } from "./figure.ts";
import { createMcpMessage, MCP_HEADERS } from "./mcp-message.ts";
import { PersistentConnection } from "./persistent-connection.ts";

/** With 1,000 sessions, the time of a garbage collection decides more than the sessions: 2 to 35 KB each. */
const SESSIONS = 4000;
/** Sessions that come before the measurement, because the first ones make the server load and compile code. */
const WARM_UP = 200;
/** The number of sessions that connect at the same time. */
const AT_ONCE = 20;
const GOAL_KB = 20;

const INITIALIZE = createMcpMessage("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
});

function readResidentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

async function openSessions(url: string, key: string, count: number): Promise<PersistentConnection[]> {
  const sessions = Array.from({ length: count }, () => new PersistentConnection(url, key, MCP_HEADERS));
  for (let at = 0; at < count; at += AT_ONCE)
    await Promise.all(
      sessions.slice(at, at + AT_ONCE).map((each) => each.stream("/mcp", INITIALIZE, "protocolVersion")),
    );
  return sessions;
}

/** Measures how much the memory of the server's process grows for each idle MCP session with its open connection. */
export async function measureIdleSessions(url: string, pid: number, key: string): Promise<Figure> {
  for (const each of await openSessions(url, key, WARM_UP)) each.close();
  const before = readResidentKb(pid);
  const sessions = await openSessions(url, key, SESSIONS);
  const each = (readResidentKb(pid) - before) / SESSIONS;
  for (const session of sessions) session.close();
  return {
    name: "memory of an idle MCP session",
    measurement: `${each.toFixed(1)} KB`,
    goal: `<= ${GOAL_KB} KB`,
    met: each <= GOAL_KB,
    detail: `growth of the server's process while ${SESSIONS} sessions are open, including what requests leave behind`,
  };
}
