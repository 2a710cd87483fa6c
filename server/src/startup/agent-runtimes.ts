import { findEnvironmentsDirectory } from "@stoa/runtime/environments";
import { type AgentRuntime, createPythonRuntimes, type PythonRuntimes } from "@stoa/runtime/supervisor";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";
import { DEFAULT_RUN_BOUNDS } from "../modules/runs/index.ts";
import { runDirectory } from "./run-directory.ts";

/**
 * Opens the runtimes of agents written in Python, as the configuration sets them up. `knownSetup` comes from earlier
 * runtimes of this process.
 */
export function openPythonRuntimes(
  config: Config,
  sourceDirectory: string,
  log: FastifyBaseLogger,
  knownSetup?: PythonRuntimes["setup"],
): Promise<PythonRuntimes> {
  return createPythonRuntimes({
    runDirectory: runDirectory(config.home, process.getuid?.() ?? 0),
    parents: config.parents,
    spares: config.spares,
    runsPerParent: config.runsPerParent,
    groups: { runs: config.runCapacity, largest: DEFAULT_RUN_BOUNDS.jobLimits },
    report: (message) => log.warn(message),
    environmentsDirectory: findEnvironmentsDirectory(config.home, config.environments),
    pythonPath: config.python,
    sourceDirectory,
    knownSetup,
  });
}

/** Returns, for each framework, whether its agents can run now. */
export function runtimeStatus({ stoa, langchain, autogen }: PythonRuntimes, workflows: AgentRuntime) {
  return {
    stoa: stoa.status(),
    langchain: langchain.status(),
    autogen: autogen.status(),
    n8n: workflows.status(),
  };
}

/** One line for each reason: what keeps plain Python from running keeps all frameworks from it. */
export function runtimeNotices(runtimes: ReturnType<typeof runtimeStatus>): string[] {
  const names = { stoa: "Agents", langchain: "LangChain agents", autogen: "AutoGen agents" } as const;
  const lines = new Map<string, string>();
  for (const name of ["stoa", "langchain", "autogen"] as const) {
    const status = runtimes[name];
    if (status.available || lines.has(status.reason)) continue;
    lines.set(status.reason, `  ${names[name]} cannot run: ${status.reason} ${status.remedy}`);
  }
  return [...lines.values()];
}
