/**
 * A small host that foreign-host.ts starts. `hostile` runs every hostile agent and prints how each run ended. `sleep`
 * starts two runs, prints "running" and waits to be killed.
 */
import { join } from "node:path";
import { HOSTILE_AGENTS } from "./hostile-agents.ts";
import { listIdleProcesses, listSandboxProcesses, waitUntil } from "./processes.ts";
import { createJob, openTestRuntime, runAgent } from "./runtime-fixture.ts";

const [mode, directory = "", parents] = process.argv.slice(2);
const SLEEPER = "import time\ndef main(message):\n    print('up')\n    while True: time.sleep(1)";

async function main(): Promise<void> {
  const test = await openTestRuntime({
    runDirectory: join(directory, "work"),
    sourceDirectory: join(directory, "python"),
    parents: parents === "never" ? "never" : "first-use",
  });
  if (mode === "sleep") {
    const up = [1, 2].map(
      () => new Promise<void>((resolve) => test.runtime.start(createJob(SLEEPER), () => resolve())),
    );
    await Promise.all(up);
    if (parents !== "never")
      await waitUntil(() => listSandboxProcesses().length === listIdleProcesses(2) + 4);
    console.log(`running ${listSandboxProcesses().join(" ")}`);
    return;
  }
  const finished = await Promise.all(
    HOSTILE_AGENTS.map(async ({ name, source, limits }) => {
      const changes = {
        input: { message: "x", host_file: process.argv[1] ?? "" },
        ...(limits ? { limits } : {}),
      };
      const { receipt } = await runAgent(test.runtime, source, changes);
      return {
        name,
        outcome: receipt.outcome,
        output: receipt.output,
        message: receipt.error?.message ?? null,
      };
    }),
  );
  await test.runtimes.close();
  console.log(JSON.stringify({ uid: process.getuid?.(), left: listSandboxProcesses(), finished }));
}

await main();
