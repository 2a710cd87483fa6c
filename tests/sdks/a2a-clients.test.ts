import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageStats } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, parseAnswer } from "../harness/client.ts";
import { runProgram } from "./programs.ts";
import { README_ORIGIN, readExamples } from "./readme.ts";
import { openStand, type Stand } from "./stand.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The output of each example: an answer and its cost. */
const ANSWER = /^\S.* ([\d.e-]+) USD\n$/s;

let stand: Stand;
let folder = "";

beforeAll(async () => {
  stand = await openStand();
  folder = mkdtempSync(join(tmpdir(), "stoa-a2a-"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the program of a heading of the docs page. */
function findProgram(language: string): string {
  const [program] = readExamples(join(ROOT, "docs/a2a.md"))
    .filter(({ heading }) => heading === language)
    .map(({ code }) => code.replaceAll(README_ORIGIN, stand.url));
  if (program === undefined) throw new Error(`docs/a2a.md has no example for ${language}`);
  return program;
}

/** Runs a program and returns the cost that it printed. The person was charged this amount. */
async function expectCharge(program: string, file: string): Promise<void> {
  const readSpent = async () => {
    const stats = await new Client(stand.url).get("/api/v1/sdk/usage/stats", { key: stand.apiKey });
    return parseAnswer(UsageStats, stats).total_cost;
  };
  const before = await readSpent();
  const output = await runProgram(program, [file], { cwd: folder, env: { STOA_API_KEY: stand.apiKey } });
  const [, cost] = ANSWER.exec(output) ?? [];
  expect(cost, output).toBeDefined();
  await expect.poll(async () => (await readSpent()) - before).toBeCloseTo(Number(cost), 9);
}

test("the official JavaScript client runs the example of the docs", async () => {
  writeFileSync(join(folder, "example.mjs"), findProgram("JavaScript"));
  await expectCharge(process.execPath, "example.mjs");
});

test.runIf(process.env.STOA_TEST_LONG)(
  "the official Python client runs the example of the docs",
  async () => {
    const programs = process.env.STOA_GENERATORS;
    if (!programs) throw new Error("The client is not installed. Run: npm test -- --long --only sdks");
    writeFileSync(join(folder, "example.py"), findProgram("Python"));
    await expectCharge(join(programs, "python3"), "example.py");
  },
);
