import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";
import { openStage, type Stage } from "../server/src/modules/network/network-stage.fixture.ts";
import type { Figure } from "./figure.ts";
import { getMedian } from "./statistics.ts";

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL("connection_times.py", import.meta.url));
const HOST = "api.example.com";
/** The rounds alternate between the sandbox and the host, so that both are measured under the same load. */
const ROUNDS = 8;
/** Connections of each kind per round. All rounds of a sandbox stay below a run's limit. */
const COUNT = 100;
const MAX_ADDED_MS = 1;

const Times = z.object({
  plain: z.array(z.number()),
  tls: z.array(z.number()),
  kept: z.array(z.number()),
  name: z.array(z.number()).optional(),
});
type Times = z.infer<typeof Times>;

/** Measures in a sandbox, which reaches the server by its declared name. */
async function measureInside(stage: Stage): Promise<Times> {
  const order = { host: HOST, count: COUNT, http: [HOST, 80], https: [HOST, 443], ca: null, resolves: true };
  const { receipt } = await stage.run(readFileSync(PROGRAM, "utf8"), {
    hosts: [HOST],
    input: { message: JSON.stringify(order) },
    limits: { wallMs: 60_000 },
  });
  if (receipt.outcome !== "completed") throw new Error(receipt.error?.developerDetail ?? receipt.outcome);
  return Times.parse(receipt.output);
}

/**
 * Measures on the host, which reaches the server by its port. The server is in this process, so it must not be blocked.
 */
async function measureOutside({ ports }: Stage, ca: string): Promise<Times> {
  const at = (port: number) => ["127.0.0.1", ports.get(port)];
  const order = { host: HOST, count: COUNT, http: at(80), https: at(443), ca, resolves: false };
  return Times.parse(JSON.parse((await run("python3", ["-I", PROGRAM, JSON.stringify(order)])).stdout));
}

function toFigure(name: string, inside: readonly number[], outside: readonly number[]): Figure {
  const [within, direct] = [getMedian(inside), getMedian(outside)];
  const added = within - direct;
  return {
    name,
    measurement: `${added.toFixed(2)} ms${direct > 0 ? `, ${(within / direct).toFixed(1)} x` : ""}`,
    goal: `<= ${MAX_ADDED_MS} ms`,
    met: added <= MAX_ADDED_MS,
    detail: `p50 ${within.toFixed(2)} ms in a sandbox, ${direct.toFixed(2)} ms by a Python on the host`,
  };
}

/**
 * Measures how much longer a connection to a declared host takes than the same connection from a program on the host.
 */
export async function measureEgress(): Promise<Figure[]> {
  const stage = await openStage({ parents: "first-use" });
  const folder = mkdtempSync(join(tmpdir(), "stoa-bench-"));
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, stage.ca);
  try {
    const inside: Times[] = [];
    const outside: Times[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      inside.push(await measureInside(stage));
      outside.push(await measureOutside(stage, ca));
    }
    const compare = (name: string, kind: "plain" | "tls" | "kept") =>
      toFigure(
        name,
        inside.flatMap((times) => times[kind]),
        outside.flatMap((times) => times[kind]),
      );
    const names = inside.flatMap(({ name }) => name ?? []);
    return [
      compare("a new connection's added time, http", "plain"),
      compare("the same with TLS", "tls"),
      compare("a request on a kept connection", "kept"),
      toFigure("a name in a sandbox", names, [0]),
    ];
  } finally {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
