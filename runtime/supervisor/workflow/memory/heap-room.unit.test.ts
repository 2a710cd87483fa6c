import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";
import { MAX_HEAP_MB, MAX_TEXT_BYTES, RUN_HEAP_MB } from "./heap-bounds.ts";

/** Holds twelve of the largest texts, as objects, with as much checking as an answer gets. */
const HOLDING = `
import { parentPort } from "node:worker_threads";
import { boundHeap, ensureHeapRoom } from "./heap-room.ts";
boundHeap(${RUN_HEAP_MB * 1024 * 1024});
const body = Buffer.from("[" + "{},".repeat(${MAX_TEXT_BYTES / 3 - 16}) + "{}]");
const held = [];
try {
  for (let answer = 0; answer < 12; answer++) {
    ensureHeapRoom();
    held.push(JSON.parse(body.toString()));
  }
  parentPort.postMessage("all held");
} catch (error) {
  parentPort.postMessage(error.name + ": " + error.message);
}`;

test("a thread that holds ever more ends by its own bound, and the process lives", async () => {
  const resolveDir = fileURLToPath(new URL(".", import.meta.url));
  const { outputFiles } = buildSync({
    stdin: { contents: HOLDING, resolveDir, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
  });
  const worker = new Worker(outputFiles[0]?.text ?? "", {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  const [said] = (await once(worker, "message")) as [string];
  await worker.terminate();
  expect(said).toBe("WorkflowLimit: the run would hold more than 320 MB of memory");
}, 30_000);
