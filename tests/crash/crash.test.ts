import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { SeededRandom } from "../harness/seeded-random.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../harness/server-process.ts";
import { findViolations, openRuns } from "./books.ts";
import { CRASH_AGENT, Load } from "./load.ts";
import { strike, TARGETS } from "./targets.ts";

/** The number of random crash points to test: 6 in `npm test`, 50 in `.ci/run`. */
const POINTS = Number(process.env.STOA_CRASH_POINTS ?? (process.env.STOA_TEST_LONG ? 50 : 6));
const SEED = Number(process.env.STOA_CRASH_SEED ?? 20_261_121);
const CALLERS = 4;
/** The latest moment of a crash. In the first second of load, runs start, call models, stream and settle. */
const LATEST_STRIKE_MS = 900;
/** The time limit for sweeping the runs of a dead node. Sweeping begins once the node's lease has expired. */
const SWEPT_MS = 60_000;

let home: string;
let server: ServerProcess;
let people: Person[];
let agentId: number;

beforeAll(async () => {
  home = createTemporaryHome(tmpdir());
  server = await ServerProcess.start(home, { STOA_DRAIN_SECONDS: "2", STOA_RATE_LIMIT_FACTOR: "100" });
  const client = new Client(server.url);
  const developer = await client.register();
  people = await Promise.all(Array.from({ length: CALLERS }, () => client.register()));
  const form = new FormData();
  form.set("name", "Crash dummy");
  form.set("description", "Answers in the way that its input requests, to test crashes");
  form.set(
    "documentation",
    "Send fast, slow, pieces, model or fail. Each run costs a little, so that charges can be checked.",
  );
  form.set("price_per_token", "0.000002");
  form.set("file", new File([CRASH_AGENT], "crash.py"));
  const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  agentId = Number(Object(Object(answer.body).agent).id);
}, 180_000);

afterAll(async () => {
  await server?.stop();
  if (home) removeHome(home);
}, 60_000);

test.each(Array.from({ length: POINTS }, (_, point) => point))(
  "the books are correct after crash point %i",
  async (point) => {
    const random = new SeededRandom(SEED + point);
    const target = TARGETS[point % TARGETS.length] ?? "server";
    const load = new Load(server.url, agentId);
    load.start(people, random);
    await delay(100 + random.nextBelow(LATEST_STRIKE_MS));
    await strike(target, server, random);
    await delay(150);
    await load.stop();
    if (target.includes("server")) await server.startAgain();
    const deadline = Date.now() + SWEPT_MS;
    await waitUntilHealthy(deadline);
    while ((await openRuns(server.databaseUrl)) > 0 && Date.now() < deadline) await delay(200);
    expect(await openRuns(server.databaseUrl)).toBe(0);
    expect(await findViolations(server.databaseUrl, load.answers)).toEqual([]);
  },
  120_000,
);

/**
 * Waits until a run succeeds, and throws if none does before the deadline. The server keeps running when only the
 * database crashes.
 */
async function waitUntilHealthy(deadline: number): Promise<void> {
  const client = new Client(server.url);
  const [person] = people;
  while (Date.now() < deadline) {
    const body = { agent_id: agentId, input_data: { message: "fast" } };
    const answer = await client
      .post("/api/v1/execute/run", body, { token: person?.token ?? "" })
      .catch(() => undefined);
    if (answer?.status === 200 && Object(answer.body).success === true) return;
    await delay(200);
  }
  throw new Error(`no run succeeded after the crash:\n${server.output}`);
}
