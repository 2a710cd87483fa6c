import { Client } from "../tests/harness/client.ts";
import { removeHome, ServerProcess, temporaryHome } from "../tests/harness/server-process.ts";
import { printFigures } from "./figure.ts";
import { firstLine } from "./first-line.ts";
import { hotDeveloper } from "./hot-developer.ts";
import { idleMemory } from "./idle-memory.ts";
import { listThroughput } from "./list-throughput.ts";
import { runOverhead } from "./run-overhead.ts";
import { runThroughput } from "./run-throughput.ts";
import { sandboxMemory } from "./sandbox-memory.ts";
import { uploadTrivialAgent } from "./trivial-agent.ts";

const home = temporaryHome();
const server = await ServerProcess.start(home, { STOA_PARENTS: "boot" });
try {
  const memory = await idleMemory(server.pid);
  const client = new Client(server.url);
  const [developer, person] = [await client.register(), await client.register()];
  const agentId = await uploadTrivialAgent(client, developer);
  printFigures([
    ...(await runOverhead(server, person, agentId)),
    await runThroughput(server.url, person, agentId),
    await listThroughput(server.url, person),
    await hotDeveloper(server.databaseUrl),
    memory,
  ]);
} finally {
  await server.stop();
  removeHome(home);
}
// Without the server, whose own parents would share the machine.
printFigures([...(await firstLine()), ...(await sandboxMemory())]);
