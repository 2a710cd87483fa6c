import { tmpdir } from "node:os";
import pg from "pg";
import * as z from "zod";
import { Client } from "../tests/harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../tests/harness/server-process.ts";
import { set, toWorkflowExport } from "../workflow/testing/workflow-job.ts";
import { startBareProcess } from "./bare-process.ts";
import type { Figure } from "./figure.ts";
import { Caller } from "./gateway-load.ts";
import { GatewayRuns } from "./gateway-runs.ts";
import { FRAMES } from "./gateway-streaming.ts";
import { readStreams } from "./gateway-streams.ts";
import { PersistentConnection } from "./persistent-connection.ts";
import {
  divideTimes,
  PROCESS_GROUPS,
  type ProcessGroup,
  type ProcessorTimes,
  readProcessorTimes,
} from "./processor-times.ts";
import { uploadAgentFile } from "./trivial-agent.ts";

const WARM_UP = 60;
/** With a tick of 10 ms, this many operations give means that are accurate to 0.05 ms. */
const COUNT = 200;
/** A workflow's run takes longer, and its process is always new. */
const WORKFLOWS = 40;
/** Cheap operations are repeated more often. */
const CALLS = 2_000;
/** A run may have 64 streams at once. */
const STREAMS = 60;
/** The width of a column of the table, in characters. */
const WIDTH = 22;

const LIGHT = "def run(message: str) -> str:\n    return message\n";
const LANGCHAIN = `import langchain_openai\n${LIGHT}`;
const WORKFLOW = toWorkflowExport(set("=Hello {{ $json.message }}"));

interface Operation {
  name: string;
  /** How often `work` is called in turn. */
  repeat: number;
  /** The number of operations in one call of `work`. */
  each?: number;
  work: () => Promise<unknown>;
}

/** What an operation costs: milliseconds of processor time by group, and bytes of the database's log. */
interface Cost extends ProcessorTimes {
  walBytes: number;
}

/** The goals of a trivial run and of a model call, in milliseconds. */
const GOALS: readonly { operation: string; group: ProcessGroup; ms: number }[] = [
  { operation: "a light run", group: "database", ms: 2.5 },
  { operation: "a light run", group: "server", ms: 3 },
  { operation: "a light run", group: "sandbox", ms: 6 },
  { operation: "a LangChain run", group: "sandbox", ms: 9 },
  { operation: "a model call", group: "server", ms: 0.15 },
];

const Backend = z.object({ pid: z.int(), lsn: z.coerce.number() });

/** Measures the processor time of one operation after the other, from the kernel's account of each process. */
export async function measureProcessorTimes(): Promise<Figure[]> {
  const home = createTemporaryHome(tmpdir());
  const provider = await startBareProcess(new URL("gateway-provider.ts", import.meta.url), "");
  const server = await ServerProcess.start(home, {
    STOA_PARENTS: "boot",
    STOA_RATE_LIMIT_FACTOR: "1000",
    STOA_EMBEDDER: "builtin",
    OPENAI_BASE_URL: `${provider.url}/v1`,
    OPENAI_API_KEY: "sk-stoa",
  });
  const database = new pg.Client({ connectionString: server.databaseUrl });
  try {
    await database.connect();
    const costs = new Map<string, Cost>();
    for (const operation of await prepareOperations(server))
      costs.set(operation.name, await measureCost(operation, server.pid, database));
    printTable(costs);
    return GOALS.map(({ operation, group, ms }) => {
      const measured = costs.get(operation)?.[group] ?? Number.NaN;
      return {
        name: `processor time of ${operation}: ${group}`,
        measurement: `${measured.toFixed(2)} ms`,
        goal: `<= ${ms} ms`,
        met: measured <= ms,
        detail: "mean, including the server's background work at the time",
      };
    });
  } finally {
    await database.end();
    await server.stop();
    provider.stop();
    removeHome(home);
  }
}

async function prepareOperations(server: ServerProcess): Promise<Operation[]> {
  const client = new Client(server.url);
  const [developer, person] = [await client.register(), await client.register()];
  const connection = new PersistentConnection(server.url, person.token);
  const { token } = person;
  const createRun = async (name: string, repeat: number, file: File): Promise<Operation> => {
    const body = {
      agent_id: await uploadAgentFile(client, developer, file),
      input_data: { message: "hello" },
    };
    return { name, repeat, work: () => connection.post("/api/v1/execute/run", body) };
  };
  const expectOk = async (answer: Promise<{ status: number }>) => {
    const { status } = await answer;
    if (status !== 200) throw new Error(`the answer has status ${status}`);
  };
  const runs = [
    await createRun("a light run", COUNT, new File([LIGHT], "light.py")),
    await createRun("a LangChain run", COUNT, new File([LANGCHAIN], "langchain.py")),
    await createRun("a workflow's run", WORKFLOWS, new File([WORKFLOW], "flow.json")),
  ];
  const [way] = (await GatewayRuns.open(server, 1)).ways;
  if (!way) throw new Error("no run was started");
  const caller = new Caller(way);
  const signIn = { email: person.email, password: person.password };
  return [
    ...runs,
    { name: "a model call", repeat: CALLS, work: () => caller.timed() },
    {
      name: `a stream of ${FRAMES} frames`,
      repeat: 1,
      each: STREAMS,
      work: () => readStreams([way], STREAMS),
    },
    { name: "a list", repeat: CALLS, work: () => expectOk(client.get("/api/v1/agents/", { token })) },
    {
      name: "a search",
      repeat: CALLS,
      work: () => expectOk(client.get("/api/v1/agents/?search=customer", { token })),
    },
    { name: "a sign-in", repeat: COUNT, work: () => expectOk(client.post("/api/v1/users/login", signIn)) },
  ];
}

async function measureCost(
  { repeat, each = 1, work }: Operation,
  serverPid: number,
  database: pg.Client,
): Promise<Cost> {
  const read = async () => {
    const { rows } = await database.query(
      "SELECT pg_backend_pid() AS pid, pg_current_wal_insert_lsn() - '0/0' AS lsn",
    );
    const { pid, lsn } = Backend.parse(rows[0]);
    return { ...readProcessorTimes(serverPid, pid), walBytes: lsn };
  };
  for (let count = 0; count < Math.min(WARM_UP, repeat); count++) await work();
  const before = await read();
  for (let count = 0; count < repeat; count++) await work();
  const after = await read();
  const operations = repeat * each;
  return {
    ...divideTimes(before, after, operations),
    walBytes: (after.walBytes - before.walBytes) / operations,
  };
}

function printTable(costs: ReadonlyMap<string, Cost>): void {
  const columns = [...PROCESS_GROUPS, "WAL bytes"];
  console.log(["", ...columns].map((name) => name.padStart(WIDTH)).join(""));
  for (const [name, cost] of costs) {
    const cells = [...PROCESS_GROUPS.map((group) => cost[group].toFixed(2)), cost.walBytes.toFixed(0)];
    console.log([name, ...cells].map((cell) => cell.padStart(WIDTH)).join(""));
  }
}
