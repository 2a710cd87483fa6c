import { findEnvironmentsDirectory } from "@stoa/runtime/environments";
import type { PythonRuntimes } from "@stoa/runtime/supervisor";
import { createPythonSandbox } from "@stoa/workflow";
import { PYTHON_PACKAGES } from "../commands/paths.ts";
import { runDirectory } from "../startup/run-directory.ts";

/** Python for Code nodes of a local run. The sandbox is prepared when a node first needs it. */
export interface LocalPython {
  run: ReturnType<typeof createPythonSandbox>["run"];
  close(): Promise<void>;
}

export function openLocalPython(env: NodeJS.ProcessEnv, home: string): LocalPython {
  let runtimes: Promise<PythonRuntimes> | undefined;
  const prepare = async () => {
    const { createPythonRuntimes } = await import("@stoa/runtime/supervisor");
    return createPythonRuntimes({
      runDirectory: runDirectory(home, process.getuid?.() ?? 0),
      parents: "never",
      environmentsDirectory: findEnvironmentsDirectory(home, env.STOA_ENVIRONMENTS || undefined),
      pythonPath: env.STOA_PYTHON || undefined,
      sourceDirectory: PYTHON_PACKAGES,
    });
  };
  return {
    async run(job) {
      runtimes ??= prepare();
      return createPythonSandbox((await runtimes).stoa).run(job);
    },
    close: async () => (await runtimes)?.close(),
  };
}
