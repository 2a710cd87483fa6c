import { tmpdir } from "node:os";
import { Client } from "../tests/harness/client.ts";
import { removeHome, ServerProcess, temporaryHome } from "../tests/harness/server-process.ts";
import { type Figure, printFigures } from "./figure.ts";
import { firstLine } from "./first-line.ts";
import { gatewayFigures } from "./gateway-figures.ts";
import { hotDeveloper } from "./hot-developer.ts";
import { idleMemory } from "./idle-memory.ts";
import { listThroughput } from "./list-throughput.ts";
import { otherReaders } from "./other-readers.ts";
import { recommendationFigures } from "./recommendations.ts";
import { runOverhead } from "./run-overhead.ts";
import { runThroughput } from "./run-throughput.ts";
import { sandboxMemory } from "./sandbox-memory.ts";
import { uploadTrivialAgent } from "./trivial-agent.ts";
import { workflowCode } from "./workflow-code.ts";
import { workflowExpressions } from "./workflow-expressions.ts";
import { workflowItems } from "./workflow-items.ts";
import { workflowRuns } from "./workflow-runs.ts";
import { workflowTold } from "./workflow-told.ts";

async function productFigures(): Promise<Figure[]> {
  const home = temporaryHome(tmpdir());
  const server = await ServerProcess.start(home, { STOA_PARENTS: "boot", STOA_RATE_LIMIT_FACTOR: "1000" });
  try {
    const memory = await idleMemory(server.pid);
    const client = new Client(server.url);
    const [developer, person] = [await client.register(), await client.register()];
    const agentId = await uploadTrivialAgent(client, developer);
    return [
      ...(await runOverhead(server, person, agentId)),
      await runThroughput(server.url, person, agentId),
      await listThroughput(server.url, person),
      await hotDeveloper(server.databaseUrl),
      memory,
    ];
  } finally {
    await server.stop();
    removeHome(home);
  }
}

/**
 * The parts run one after the other, so that each has the machine to itself. The sandbox runs without the server's
 * own warm parents, and before the gateway, which pins each process to a core.
 */
const PARTS = {
  product: productFigures,
  readers: otherReaders,
  recommendations: recommendationFigures,
  sandbox: async () => [...(await firstLine()), ...(await sandboxMemory())],
  gateway: gatewayFigures,
  workflows: async () => [
    await workflowRuns(),
    await workflowItems(),
    await workflowTold(),
    workflowExpressions(),
    await workflowCode(),
  ],
};

const asked = process.argv[2];
for (const [name, figures] of Object.entries(PARTS)) {
  if (asked === undefined || asked === name) printFigures(await figures());
}
