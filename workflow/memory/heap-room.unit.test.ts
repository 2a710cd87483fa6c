import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";
import { NODE_FLAGS } from "../worker/node-flags.ts";
import { MAX_TEXT_BYTES, RUN_HEAP_MB } from "./heap-bounds.ts";

/**
 * Returns a program that parses texts of the maximum size into objects, and checks them as thoroughly as a response.
 */
const reading = (texts: number, keep: string) => `
import { boundHeap, ensureHeapRoom } from "./heap-room.ts";
boundHeap(${RUN_HEAP_MB * 1024 * 1024});
const body = Buffer.from("[" + "{},".repeat(${MAX_TEXT_BYTES / 3 - 16}) + "{}]");
const held = [];
try {
  for (let answer = 0; answer < ${texts}; answer++) {
    ensureHeapRoom();
    ${keep}(JSON.parse(body.toString()));
  }
  console.log("all read");
} catch (error) {
  console.log(error.name + ": " + error.message);
}`;

function runProgram(program: string): string {
  const resolveDir = fileURLToPath(new URL(".", import.meta.url));
  const { outputFiles } = buildSync({
    stdin: { contents: program, resolveDir, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
  });
  const text = outputFiles[0]?.text ?? "";
  return execFileSync(process.execPath, [...NODE_FLAGS, "-"], { input: text, encoding: "utf8" }).trim();
}

test("a process that uses more and more memory ends at its own limit", { timeout: 60_000 }, () => {
  expect(runProgram(reading(12, "held.push"))).toBe(
    "WorkflowLimit: the run would hold more than 320 MB of memory: process less data at a time",
  );
});

// Parsing three texts of the maximum size takes nine seconds.
test.runIf(process.env.STOA_TEST_LONG)(
  "a process continues if it releases the data that it has read",
  { timeout: 60_000 },
  () => {
    expect(runProgram(reading(3, "void "))).toBe("all read");
  },
);
