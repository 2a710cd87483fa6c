import { existsSync, readFileSync } from "node:fs";
import { findEnvironmentsDirectory } from "@stoa/runtime/environments";
import type { RuntimeName } from "@stoa/runtime/protocol";
import {
  type AgentRuntime,
  createPythonRuntimes,
  createSupervisor,
  DeclarativeRuntime,
  type PythonRuntimes,
} from "@stoa/runtime/supervisor";
import { WorkflowRuntime } from "@stoa/workflow";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";
import { DEFAULT_RUN_BOUNDS } from "../modules/runs/index.ts";
import type { Shutdown } from "../platform/shutdown.ts";
import { runDirectory } from "./run-directory.ts";

export interface RuntimeOptions {
  config: Config;
  /** The folder of the Python host's source code. */
  sourceDirectory: string;
  /** How sandboxes are set up on this machine, if this process has already checked it. */
  sandboxSetup?: PythonRuntimes["setup"];
  /** Certificate authorities that agents trust in addition to the usual authorities, as PEM. */
  authorities: readonly string[];
  log: FastifyBaseLogger;
}

/**
 * Returns the operator's certificate authorities, which agents trust in addition to the usual authorities. Node trusts
 * them too, and has already warned if their file is missing.
 */
export function listAuthorities(
  ca: string | undefined,
  { NODE_EXTRA_CA_CERTS: file }: NodeJS.ProcessEnv,
): string[] {
  return [ca, file && existsSync(file) ? readFileSync(file, "utf8") : undefined].filter(
    (pem) => pem !== undefined,
  );
}

export type Runtimes = Awaited<ReturnType<typeof openRuntimes>>;

/** Opens the runtimes of all frameworks, and the supervisor that runs agents in them. */
export async function openRuntimes(options: RuntimeOptions, shutdown: Shutdown) {
  const python = await openPythonRuntimes(options);
  const declarative = new DeclarativeRuntime();
  const workflows = new WorkflowRuntime({ python: python.stoa });
  shutdown.add("runtimes", async () => {
    await Promise.all([python.close(), declarative.close(), workflows.close()]);
  });
  const supervisor = createSupervisor({
    runtimes: new Map<RuntimeName, AgentRuntime>([
      ["stoa", python.stoa],
      ["langchain", python.langchain],
      ["autogen", python.autogen],
      ["declarative", declarative],
      ["n8n", workflows],
    ]),
    capacity: options.config.runCapacity,
  });
  return { python, supervisor, status: () => getRuntimeStatus(python, workflows) };
}

function openPythonRuntimes({ config, sourceDirectory, sandboxSetup, authorities, log }: RuntimeOptions) {
  return createPythonRuntimes({
    runDirectory: runDirectory(config.home, process.getuid?.() ?? 0),
    parents: config.parents,
    spares: config.spares,
    runsPerParent: config.runsPerParent,
    groups: { runs: config.runCapacity, largest: DEFAULT_RUN_BOUNDS.jobLimits },
    report: (message) => log.warn(message),
    environmentsDirectory: findEnvironmentsDirectory(config.home, config.environments),
    pythonPath: config.python,
    ...(config.packagesGb > 0 && {
      packages: { minimumAgeDays: config.packagesMinimumAgeDays, fileHosts: config.packageHosts },
    }),
    sourceDirectory,
    knownSetup: sandboxSetup,
    authorities,
  });
}

/** Returns, for each framework, whether its agents can run now. */
function getRuntimeStatus({ stoa, langchain, autogen }: PythonRuntimes, workflows: AgentRuntime) {
  return {
    stoa: stoa.getStatus(),
    langchain: langchain.getStatus(),
    autogen: autogen.getStatus(),
    n8n: workflows.getStatus(),
  };
}

/** Returns one line per reason. A reason that affects plain Python affects all frameworks, so it is listed once. */
export function getRuntimeNotices(runtimes: ReturnType<typeof getRuntimeStatus>): string[] {
  const names = { stoa: "Agents", langchain: "LangChain agents", autogen: "AutoGen agents" } as const;
  const lines = new Map<string, string>();
  for (const name of ["stoa", "langchain", "autogen"] as const) {
    const status = runtimes[name];
    if (status.available || lines.has(status.reason)) continue;
    lines.set(status.reason, `  ${names[name]} cannot run: ${status.reason} ${status.remedy}`);
  }
  return [...lines.values()];
}
