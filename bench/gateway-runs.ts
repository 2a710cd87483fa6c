import { readdirSync } from "node:fs";
import { join } from "node:path";
import { UploadReply } from "@stoa/contract";
import pg from "pg";
import * as z from "zod";
import { ledger } from "../server/src/modules/ledger/index.ts";
import { openRun, readEvents } from "../server/src/modules/runs/live/event-reader.fixture.ts";
import { openDatabase } from "../server/src/platform/db/database.ts";
import { runDirectory } from "../server/src/startup/run-directory.ts";
import { Client, type Person } from "../tests/harness/client.ts";
import type { ServerProcess } from "../tests/harness/server-process.ts";
import type { GatewayPath } from "./gateway-load.ts";

/** The duration of a run, longer than all rounds together. The runs are canceled afterwards. */
const RUN_SECONDS = 600;
/**
 * The cost cap of each run. All rounds together cost about 15 USD, so a run with the default cap would end too early.
 */
const MAX_COST_USD = 100;
const BALANCE_NANO = 1_000n * 1_000_000_000n;
/**
 * The message that makes the agent wait after it has printed its token. The benchmark then makes calls with this token.
 */
const STAY = "stay";
const AGENT = `import os, time

def run(message: str):
    yield os.environ["OPENAI_API_KEY"]
    if message == "${STAY}":
        time.sleep(${RUN_SECONDS})
`;

const Sums = z.object({
  /** The number of tokens in the rows of model calls. */
  recorded: z.int(),
  calls: z.int(),
  /** The number of tokens in the runs' receipts. */
  metered: z.int(),
});
type BilledSums = z.infer<typeof Sums>;

/** An active run whose gateway is called from outside the sandbox. */
export interface GatewayRun {
  id: string;
  socketPath: string;
  token: string;
}

/** Starts idle runs of the shipped product, each with its own socket, hold and meter. */
export class GatewayRuns {
  readonly runs: GatewayRun[] = [];
  readonly #server: ServerProcess;
  readonly #client: Client;
  readonly #person: Person;

  private constructor(server: ServerProcess, client: Client, person: Person) {
    this.#server = server;
    this.#client = client;
    this.#person = person;
  }

  static async open(server: ServerProcess, count: number): Promise<GatewayRuns> {
    const client = new Client(server.url);
    const [developer, person] = [await client.register(), await client.register()];
    await enrich(server.databaseUrl, person.username);
    const agentId = await upload(client, developer);
    const opened = new GatewayRuns(server, client, person);
    for (let i = 0; i < count; i++) opened.runs.push(await opened.#start(agentId));
    return opened;
  }

  /** The paths to the gateways of the runs. */
  get ways(): GatewayPath[] {
    return this.runs.map(({ socketPath, token }) => ({
      name: "stoa",
      url: "http://gateway/v1/chat/completions",
      socketPath,
      headers: { authorization: `Bearer ${token}` },
    }));
  }

  async #start(agentId: number): Promise<GatewayRun> {
    const before = new Set(this.#listSockets());
    const body = {
      agent_id: agentId,
      input_data: { message: STAY },
      timeout: RUN_SECONDS,
      max_cost: MAX_COST_USD,
    };
    const response = await openRun(this.#server.url, this.#person.token, body);
    const events = await readEvents(response, ({ event }) => event === "output");
    const id = events[0]?.data.run_id;
    const token = String(events.at(-1)?.data.text);
    const socketPath = this.#listSockets().find((path) => !before.has(path));
    if (typeof id !== "string" || socketPath === undefined || !token.startsWith("rt_"))
      throw new Error(`the run has no socket: ${JSON.stringify(events)}`);
    return { id, socketPath, token };
  }

  #listSockets(): string[] {
    const hosts = join(runDirectory(this.#server.home, process.getuid?.() ?? 0), "g");
    return readdirSync(hosts).flatMap((host) =>
      readdirSync(join(hosts, host))
        .filter((name) => /^\d+$/.test(name))
        .map((name) => join(hosts, host, name)),
    );
  }

  /** Ends the runs and returns the number of tokens that were billed for them. */
  async close(): Promise<BilledSums> {
    for (const { id } of this.runs)
      await this.#client.post(`/api/v1/execute/runs/${id}/cancel`, {}, { token: this.#person.token });
    const database = new pg.Client({ connectionString: this.#server.databaseUrl });
    await database.connect();
    try {
      return await this.#waitForSettlement(database);
    } finally {
      await database.end();
    }
  }

  async #waitForSettlement(database: pg.Client): Promise<BilledSums> {
    const ids = this.runs.map(({ id }) => id);
    const { rows } = await database.query(
      `SELECT (SELECT sum(prompt_tokens + completion_tokens)::int FROM model_calls WHERE run_id = ANY($1)) AS recorded,
        (SELECT count(*)::int FROM model_calls WHERE run_id = ANY($1)) AS calls,
        (SELECT sum(tokens_metered)::int FROM runs WHERE id = ANY($1)) AS metered`,
      [ids],
    );
    return Sums.parse(rows[0]);
  }
}

async function enrich(databaseUrl: string, username: string): Promise<void> {
  const { db } = openDatabase({ url: databaseUrl, poolSize: 1, onLost: () => {} });
  try {
    const { account_id } = await db
      .selectFrom("users")
      .innerJoin("memberships", "memberships.user_id", "users.id")
      .select("account_id")
      .where("username", "=", username)
      .executeTakeFirstOrThrow();
    const grant = { accountId: account_id, kind: "operator", period: "bench", amount: BALANCE_NANO } as const;
    await db.transaction().execute((tx) => ledger.grant(tx, { ...grant, source: "paid" }));
  } finally {
    await db.destroy();
  }
}

async function upload(client: Client, developer: Person): Promise<number> {
  const form = new FormData();
  const fields = {
    name: "Waiter",
    description: "Waits for a long time, for benchmarks",
    documentation:
      "The benchmark calls the gateway on behalf of this run. This agent exists only for the benchmark.",
    price_per_token: "0.000001",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([AGENT], "waiter.py"));
  const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  if (answer.status !== 201) throw new Error(`upload returned ${JSON.stringify(answer.body)}`);
  const { id } = UploadReply.parse(answer.body).agent;
  await client.put(`/api/v1/agents/${id}`, { max_cost_per_run: MAX_COST_USD }, { token: developer.token });
  return id;
}
