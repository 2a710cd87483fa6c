import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobEnvironment } from "../runtime/protocol/index.ts";
import {
  openTestRuntime,
  runAgent,
  TEST_LIMITS,
  type TestRuntime,
} from "../runtime/supervisor/python/testing/runtime-fixture.ts";
import { getTestEnvironmentsDirectory } from "../runtime/supervisor/python/testing/test-environments.ts";
import type { Figure } from "./figure.ts";
import { getMedian } from "./statistics.ts";

/** Typical package declarations, from small to large, each with the modules that such files import. */
const SETS = [
  { requirements: ["requests", "beautifulsoup4"], imports: ["requests", "bs4"] },
  { requirements: ["openai-agents"], imports: ["agents"] },
  { requirements: ["pydantic-ai-slim[openai]"], imports: ["pydantic_ai"] },
  { requirements: ["smolagents[openai]"], imports: ["smolagents"] },
] as const;
const WARM_RUNS = 20;
/**
 * A run in an environment of its own should start as fast as a run in a shipped environment. The rest allows for noise.
 */
const RATIO_GOAL = 1.25;
const MB = 1_000_000;
/** The limits of a run that imports a large framework, which needs more memory than the agents in unit tests. */
const LARGEST = { ...TEST_LIMITS, memoryBytes: 512 * (1 << 20) };

/** The folders within the server's environments that uploads fill. */
const BY_USE = ["packages", "cache"];

async function time<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const startedAt = performance.now();
  const value = await work();
  return { ms: performance.now() - startedAt, value };
}

async function measureRun(test: TestRuntime, imports: readonly string[], environment?: JobEnvironment) {
  const source = `${imports.map((name) => `import ${name}\n`).join("")}def main(message): return message`;
  const changes = { limits: LARGEST, ...(environment && { environment }) };
  const { ms, value } = await time(() => runAgent(test.runtime, source, changes));
  if (value.receipt.outcome !== "completed") throw new Error(JSON.stringify(value.receipt));
  return ms;
}

async function measureSet(
  test: TestRuntime,
  { requirements, imports }: (typeof SETS)[number],
): Promise<Figure> {
  const { packages } = test.runtimes;
  if (!packages) throw new Error("packages cannot be installed on this machine");
  const resolved = await time(() => packages.resolve(requirements));
  const installed = await time(() => packages.install(resolved.value));
  const bytes = await packages.measure(installed.value);
  const environment = {
    digest: resolved.value.digest,
    packages: installed.value,
    imports,
    ownerId: "bench",
  };
  const first = await measureRun(test, imports, environment);
  const memory = test.runtimes.warmParents().at(-1);
  const warm: number[] = [];
  const shipped: number[] = [];
  for (let run = 0; run < WARM_RUNS; run += 1) {
    warm.push(await measureRun(test, imports, environment));
    shipped.push(await measureRun(test, ["requests"]));
  }
  const ratio = getMedian(warm) / getMedian(shipped);
  return {
    name: `a warm run with ${requirements.join(", ")}, compared with shipped packages`,
    measurement: `${ratio.toFixed(2)} x`,
    goal: `<= ${RATIO_GOAL} x`,
    met: ratio <= RATIO_GOAL,
    detail:
      `${resolved.value.packages.length} packages, resolved in ${(resolved.ms / 1000).toFixed(1)} s, installed in ` +
      `${(installed.ms / 1000).toFixed(1)} s, ${Math.round(bytes / MB)} MB on disk, ` +
      `${Math.round((memory?.memoryBytes ?? 0) / MB)} MB in memory, first run ${Math.round(first)} ms, then p50 ` +
      `${getMedian(warm).toFixed(1)} ms (shipped: ${getMedian(shipped).toFixed(1)} ms)`,
  };
}

/**
 * Installs packages from the package index of this machine, runs an agent with them, and compares it with an agent that
 * uses the server's packages.
 */
export async function measurePackageEnvironments(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), "stoa-bench-"));
  chmodSync(directory, 0o711);
  const figures: Figure[] = [];
  // Use the server's environments, but not the packages of earlier measurements.
  const shipped = readdirSync(getTestEnvironmentsDirectory()).filter((name) => !BY_USE.includes(name));
  for (const name of shipped) symlinkSync(join(getTestEnvironmentsDirectory(), name), join(directory, name));
  const options = {
    parents: "first-use",
    groups: { runs: 4, largest: LARGEST },
    packages: { minimumAgeDays: 3, fileHosts: [] },
  } as const;
  try {
    for (const set of SETS) {
      const test = await openTestRuntime({ ...options, environmentsDirectory: directory });
      figures.push(await measureSet(test, set));
      await test.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return figures;
}
