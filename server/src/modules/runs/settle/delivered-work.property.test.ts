import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readStoredEvents } from "../../../../../tests/harness/contents.ts";
import { expectBooksBalanced } from "../../../../../tests/harness/ledger.ts";
import { TEST_CONTENT_VAULT } from "../../../platform/crypto/content-vault.fixture.ts";
import { CALLS } from "../called/called.fixture.ts";
import { openRun, type ReadEvent, readEvents } from "../live/event-reader.fixture.ts";
import { countTokens } from "../live/text-metering.ts";
import { parseBody, useRuns } from "../runs.fixture.ts";

const stack = useRuns();

/** An agent that performs the steps in its input. `NEXT` is the agent that it calls. */
const PLAYS = `
import time, stoa
${CALLS}
NEXT = None
def run(message: str):
    for kind, what in json.loads(message):
        if kind == "say":
            yield what
        elif kind == "log":
            print(what)
        elif kind == "progress":
            stoa.progress(what)
        elif kind == "sleep":
            time.sleep(what)
        elif kind == "raise":
            raise ValueError(what)
        elif kind == "call" and NEXT:
            status, answer = call(NEXT, message=json.dumps(what))
            yield json.dumps(answer.get("agent_output"))
`;

type Step = readonly [kind: string, what: unknown];

/**
 * The interval between reads of the trace. A run takes several of these intervals, so cancellations happen at different
 * moments of a run.
 */
const LOOK_MS = 80;

/**
 * The number of words so far. Each word states which agent wrote it and whether it is output, so that the test
 * recognizes it in everything that the caller receives.
 */
let words = 0;
const word = (depth: number, kind: "out" | "log") => {
  words += 1;
  return ` ${kind}${depth}n${words}z `;
};

const said = (depth: number): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(0).map((): Step => ["say", word(depth, "out")]) },
    { weight: 2, arbitrary: fc.constant(0).map((): Step => ["progress", word(depth, "log")]) },
    { weight: 1, arbitrary: fc.constant(0).map((): Step => ["log", word(depth, "log")]) },
    { weight: 1, arbitrary: fc.constant<Step>(["sleep", 0.1]) },
  );

/** Generates the behavior of an agent at a depth: a few steps, possibly with a call to the next agent, and an end. */
function play(depth: number): fc.Arbitrary<Step[]> {
  const steps: fc.Arbitrary<Step>[] = [said(depth)];
  if (depth < 2) steps.push(play(depth + 1).map((inner): Step => ["call", inner]));
  const end = fc.constantFrom<Step[]>([], [], [["raise", "no"]], [["sleep", 5]]);
  return fc
    .tuple(fc.array(fc.oneof(...steps), { minLength: 1, maxLength: 4 }), end)
    .map(([before, last]) => [...before, ...last]);
}

const scenario = fc.record({
  steps: play(0),
  /**
   * The number of tokens beyond the input that the caller's limit pays for. If missing, the agent's own limit applies.
   */
  room: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
  way: fc.constantFrom("stream" as const, "answer" as const, "background" as const),
  /**
   * The number of events besides the status, or of reads of the trace, after which the run is canceled. If missing, the time limit ends a
   * run that hangs.
   */
  cancelAfter: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/**
 * All known cases in which an answer could once be read without being charged. The first two complete and are canceled,
 * whatever the speed of the machine, so that the test always sees charged runs of each kind.
 */
const EXAMPLES: Scenario[] = [
  {
    steps: [["say", word(0, "out")]],
    room: undefined,
    way: "answer",
    cancelAfter: undefined,
  },
  {
    steps: [
      ["say", word(0, "out")],
      ["sleep", 5],
    ],
    room: undefined,
    way: "stream",
    cancelAfter: 0,
  },
  {
    steps: [
      ["call", [["say", word(1, "out")]]],
      ["raise", "no"],
    ],
    room: undefined,
    way: "answer",
    cancelAfter: undefined,
  },
  {
    steps: [
      ["say", word(0, "out")],
      ["sleep", 5],
    ],
    room: undefined,
    way: "stream",
    cancelAfter: undefined,
  },
  {
    steps: [
      ["say", word(0, "out")],
      ["sleep", 5],
    ],
    room: undefined,
    way: "answer",
    cancelAfter: 6,
  },
  {
    steps: [
      ["progress", word(0, "log")],
      ["sleep", 5],
    ],
    room: undefined,
    way: "background",
    cancelAfter: 6,
  },
];

interface SettledRun {
  id: string;
  agent_id: number;
  status: string;
  stop_reason: string;
  tokens_charged: bigint;
  tokens_metered: bigint;
  cost: bigint;
  input_tokens: number;
  logged: string;
}

async function threeAgents() {
  const all = stack();
  const developer = await all.person(0n);
  const agent = (next?: number) =>
    all.agent(developer.accountId, {
      source: next === undefined ? PLAYS : PLAYS.replace("NEXT = None", `NEXT = ${next}`),
      content: next === undefined ? {} : { agents: [next] },
    });
  const last = await agent();
  const middle = await agent(last);
  return [await agent(middle), middle, last] as const;
}

/** Runs the scenario as a caller would. @returns everything that the caller received, as text */
async function live(agents: readonly number[], { steps, room, way, cancelAfter }: Scenario) {
  const { client, url, person } = stack();
  const caller = await person();
  const token = caller.token;
  const input_data = { message: JSON.stringify(steps) };
  const estimate = parseBody(
    await client.post("/api/v1/execute/estimate", { agent_id: agents[0], input_data }, { token }),
  );
  const body = {
    agent_id: agents[0],
    input_data,
    timeout: 2,
    ...(room !== undefined && { max_cost: (Number(estimate.input_tokens) + room) / 10_000 }),
  };
  const received: unknown[] = [];
  const cancel = (runId: unknown) => client.post(`/api/v1/execute/runs/${runId}/cancel`, {}, { token });
  if (way === "stream") {
    const response = await openRun(url, token, body);
    let seen = 0;
    let runId: unknown;
    let cancelled: Promise<unknown> | undefined;
    const look = (event: ReadEvent) => {
      if (event.event === "status") {
        runId = event.data.run_id;
        return false;
      }
      if (seen === cancelAfter) cancelled = cancel(runId);
      seen += 1;
      return false;
    };
    received.push((await readEvents(response, look)).map(({ data }) => data));
    await cancelled;
  } else {
    const headers = way === "background" || cancelAfter !== undefined ? { prefer: "respond-async" } : {};
    const answer = parseBody(await client.post("/api/v1/execute/run", body, { token, headers }));
    received.push(answer);
    const path = `/api/v1/execute/runs/${answer.run_id}`;
    for (let look = 0; way === "background" && look < (cancelAfter ?? 2); look += 1) {
      await wait(LOOK_MS);
      received.push(parseBody(await client.get(`${path}/trace`, { token })).entries);
    }
    if (way === "answer" && cancelAfter !== undefined) await wait(cancelAfter * LOOK_MS);
    if (cancelAfter !== undefined) await cancel(answer.run_id);
    const status = async () => parseBody(await client.get(path, { token })).status;
    await expect.poll(status, { timeout: 15_000 }).not.toBe("running");
  }
  const runs = await settledRuns(caller.accountId);
  for (const { id } of runs) {
    const path = `/api/v1/execute/runs/${id}`;
    received.push(parseBody(await client.get(path, { token })).agent_output);
    received.push(parseBody(await client.get(`${path}/trace`, { token })).entries);
  }
  return { runs, received: JSON.stringify(received) };
}

async function settledRuns(accountId: string): Promise<SettledRun[]> {
  const { db } = stack();
  const { rows } = await sql<Omit<SettledRun, "logged">>`
    SELECT id, agent_id, status, stop_reason, tokens_charged, tokens_metered, cost, input_tokens
    FROM runs r WHERE account_id = ${accountId} ORDER BY id`.execute(db);
  const outputs = (await readStoredEvents(db, TEST_CONTENT_VAULT)).filter(({ kind }) => kind === "output");
  const getLogged = (id: string) =>
    outputs.filter(({ runId }) => runId === id).map(({ payload }) => payload.text);
  return rows.map((run) => ({ ...run, logged: getLogged(run.id).join("") }));
}

test("no output reaches a caller without being charged", async () => {
  const { db } = stack();
  const agents = await threeAgents();
  const charged = new Set<string>();
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const { runs, received } = await live(agents, given);
      expect(runs.length).toBeGreaterThan(0);
      for (const run of runs) {
        if (run.cost > 0n) charged.add(run.status);
        expect(run.status).not.toBe("running");
        if (run.status === "failed") {
          expect(run.cost).toBe(0n);
          continue;
        }
        const depth = agents.indexOf(run.agent_id);
        const reached = new RegExp(`(out|log)${depth}n`).test(received);
        const own = runs.filter((other) => other.agent_id === run.agent_id && other.status !== "failed");
        /**
         * Runs of one agent write similar text, so the test can only tell that at least one of them must have been
         * charged.
         */
        if (reached && runs.every((other) => other.agent_id !== run.agent_id || other.status !== "failed"))
          expect(own.some((other) => other.cost > 0n)).toBe(true);
        if (run.logged === "") continue;
        expect(run.cost).toBeGreaterThan(0n);
        const text = run.logged.replace(/(^|\n\n)\[Stopped:[^\]]*\]$/, "");
        const due = run.input_tokens + (await countTokens(text));
        /** Streamed text is counted in chunks, so a few tokens may differ. */
        expect(Number(run.tokens_charged)).toBeGreaterThanOrEqual(Math.floor(due * 0.97) - 2);
        if (run.status === "completed" && run.stop_reason === "end")
          expect(run.tokens_charged).toBe(run.tokens_metered);
      }
    }),
    {
      numRuns: process.env.STOA_TEST_LONG ? 20 : EXAMPLES.length + 4,
      examples: EXAMPLES.map((given): [Scenario] => [given]),
    },
  );
  expect([...charged].sort()).toEqual(["cancelled", "completed", "timeout"]);
  await expectBooksBalanced(db);
}, 120_000);
