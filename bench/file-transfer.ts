import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { ExecutionResult, FileUpload } from "@stoa/contract";

import { Client, type Person } from "../tests/harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../tests/harness/server-process.ts";
import type { Figure } from "./figure.ts";
import { uploadAgent } from "./trivial-agent.ts";

const ENTRY = fileURLToPath(new URL("../server/dist/main.js", import.meta.url));
const MEGABYTE = 1_000_000;
/** The largest file of the plan Creator. */
const FILE_BYTES = 100 * MEGABYTE;
const GOAL_MIB = 64;

/** Returns the file that it receives. */
const SOURCE = `import os, shutil
from pathlib import Path

def run(item: Path) -> str:
    shutil.copy(item, Path(os.environ["STOA_OUTPUT_DIR"]) / "copy.bin")
    return "copied"
`;

/**
 * Measures how much the resident memory of the server's process grows while a file of 100 MB is uploaded in parts, goes to
 * a sandbox, comes back and is downloaded.
 */
export async function measureFileTransfer(): Promise<Figure[]> {
  const home = createTemporaryHome(tmpdir());
  const server = await ServerProcess.start(home, { STOA_PARENTS: "boot", STOA_RATE_LIMIT_FACTOR: "1000" });
  try {
    const client = new Client(server.url);
    const [developer, person] = [await client.register(), await client.register()];
    execFileSync(process.execPath, [ENTRY, "admin", "set-plan", person.username, "creator"], {
      env: { PATH: process.env.PATH, STOA_HOME: home },
    });
    const agentId = await uploadAgent(client, developer, SOURCE);
    // The first transfer loads code and fills pools, which are no cost of a large file.
    await transfer(server, person, agentId, MEGABYTE);
    const idle = readStatus(server.pid, "VmRSS");
    writeFileSync(`/proc/${server.pid}/clear_refs`, "5");
    const start = performance.now();
    await transfer(server, person, agentId, FILE_BYTES);
    const seconds = (performance.now() - start) / 1000;
    const grown = readStatus(server.pid, "VmHWM") - idle;
    return [
      {
        name: "memory for a file of 100 MB",
        measurement: `${grown.toFixed(0)} MiB`,
        goal: `<= ${GOAL_MIB} MiB`,
        met: grown <= GOAL_MIB,
        detail: `peak above ${idle.toFixed(0)} MiB when idle; up, to a sandbox, back and down in ${seconds.toFixed(1)} s`,
      },
    ];
  } finally {
    await server.stop();
    removeHome(home);
  }
}

/** Reads a field of a process's status, in MiB. */
function readStatus(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
}

async function transfer(
  server: ServerProcess,
  person: Person,
  agentId: number,
  bytes: number,
): Promise<void> {
  const headers = { authorization: `Bearer ${person.token}` };
  const client = new Client(server.url);
  const { token } = person;
  const started = FileUpload.parse(
    (await client.post("/api/v1/files/uploads", { name: "data.bin", size: bytes }, { token })).body,
  );
  // Random bytes, so that no layer can compress them.
  const part = randomBytes(started.part_bytes);
  for (let offset = 0; offset < bytes; offset += part.length) {
    const answer = await fetch(`${server.url}/api/v1/files/uploads/${started.id}?offset=${offset}`, {
      method: "PUT",
      headers: { ...headers, "content-type": "application/octet-stream" },
      body: new Uint8Array(part.subarray(0, Math.min(part.length, bytes - offset))),
    });
    if (!answer.ok) throw new Error(`a part was refused: ${await answer.text()}`);
  }
  const run = await client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { item: started.id } },
    { token },
  );
  const { artifacts, detail } = ExecutionResult.parse(run.body);
  const [copy] = artifacts;
  if (copy?.size !== bytes) throw new Error(`the run returned no copy: ${detail}`);
  const content = await fetch(`${server.url}/api/v1/files/${copy.id}/content`, { headers });
  let received = 0;
  for await (const chunk of content.body ?? []) received += (chunk as Uint8Array).length;
  if (received !== bytes) throw new Error(`downloaded ${received} of ${bytes} bytes`);
  for (const id of [started.id, copy.id]) await client.call("DELETE", `/api/v1/files/${id}`, { token });
}
