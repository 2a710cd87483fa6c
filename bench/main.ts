import { tmpdir } from "node:os";
import { Client } from "../tests/harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../tests/harness/server-process.ts";
import { measureConversations } from "./conversation-turns.ts";
import { measureEgress } from "./egress-latency.ts";
import { type Figure, printFigures } from "./figure.ts";
import { measureFileTransfer } from "./file-transfer.ts";
import { measureFirstLine } from "./first-line.ts";
import { measureGateway } from "./gateway-figures.ts";
import { measureHotDeveloper } from "./hot-developer.ts";
import { measureIdleMemory } from "./idle-memory.ts";
import { listThroughput } from "./list-throughput.ts";
import { measureOpenDoors } from "./open-doors.ts";
import { measureOtherReaders } from "./other-readers.ts";
import { measurePackageEnvironments } from "./package-environments.ts";
import { measureProcessorTimes } from "./processor-time-table.ts";
import { measureRecommendations } from "./recommendations.ts";
import { runOverhead } from "./run-overhead.ts";
import { measureRunProcessorTime } from "./run-processor-time.ts";
import { runThroughput } from "./run-throughput.ts";
import { measureSandboxMemory } from "./sandbox-memory.ts";
import { uploadTrivialAgent } from "./trivial-agent.ts";
import { measureWorkflowCode } from "./workflow-code.ts";
import { measureWorkflowEventSize } from "./workflow-event-size.ts";
import { measureWorkflowExpressions } from "./workflow-expressions.ts";
import { measureWorkflowItems } from "./workflow-items.ts";
import { measureWorkflowRuns } from "./workflow-runs.ts";

async function measureProduct(): Promise<Figure[]> {
  const home = createTemporaryHome(tmpdir());
  const server = await ServerProcess.start(home, { STOA_PARENTS: "boot", STOA_RATE_LIMIT_FACTOR: "1000" });
  try {
    const memory = await measureIdleMemory(server.pid);
    const client = new Client(server.url);
    const [developer, person] = [await client.register(), await client.register()];
    const agentId = await uploadTrivialAgent(client, developer);
    return [
      ...(await runOverhead(server, person, agentId)),
      await runThroughput(server.url, person, agentId),
      await listThroughput(server.url, person),
      await measureHotDeveloper(server.databaseUrl),
      memory,
    ];
  } finally {
    await server.stop();
    removeHome(home);
  }
}

/**
 * The parts run one after the other, so that each has the machine to itself. The sandbox is measured without the
 * server's own warm parents, and before the gateway, whose measurement pins each process to a core.
 */
const PARTS = {
  cpu: measureProcessorTimes,
  product: measureProduct,
  conversations: measureConversations,
  doors: measureOpenDoors,
  files: measureFileTransfer,
  readers: measureOtherReaders,
  recommendations: measureRecommendations,
  sandbox: async () => [
    ...(await measureRunProcessorTime()),
    ...(await measureFirstLine()),
    ...(await measureSandboxMemory()),
  ],
  egress: measureEgress,
  packages: measurePackageEnvironments,
  gateway: measureGateway,
  workflows: async () => [
    await measureWorkflowRuns(),
    await measureWorkflowItems(),
    await measureWorkflowEventSize(),
    measureWorkflowExpressions(),
    await measureWorkflowCode(),
  ],
};

const groupName = process.argv[2];
for (const [name, figures] of Object.entries(PARTS)) {
  if (groupName === undefined || groupName === name) printFigures(await figures());
}
