import { Schedule, ScheduleHistory, type ScheduleTime } from "@stoa/contract";
import pino from "pino";
import { afterEach, expect } from "vitest";
import { Client, parseAnswer } from "../../../../tests/harness/client.ts";
import { runJob } from "../../../../tests/harness/jobs.ts";
import { TEST_CONTENT_VAULT } from "../../platform/crypto/content-vault.fixture.ts";
import { generateId } from "../../platform/db/new-id.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { createHttpServer } from "../../platform/http/http-server.ts";
import { createMount } from "../../platform/http/mount.ts";
import { createRunnableAgents } from "../catalog/index.ts";
import { insertNotice } from "../notifications/notification-store.ts";
import { type TestNode, useRuns } from "../runs/runs.fixture.ts";
import { createSchedules } from "./index.ts";

const PATH = "/api/v1/schedules";

/** A clock that tests can set, because due times are whole hours and minutes. */
export class TestClock {
  now = new Date();

  set(moment: string): void {
    this.now = new Date(moment);
  }

  addMinutes(minutes: number): void {
    this.now = new Date(this.now.getTime() + minutes * 60_000);
  }

  /** Returns the clock's time. All nodes use it. */
  read = async (): Promise<Date> => this.now;
}

/** Sets up schedules on a real node, and audits the books after every test. */
export function useSchedules(options: Parameters<typeof useRuns>[0] = {}) {
  const runs = useRuns(options);
  const servers: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    // Each test sets its own clock, so the schedules of earlier tests would run again.
    await runs().db.deleteFrom("schedules").execute();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  return async () => {
    const stack = runs();
    const { db } = stack;
    const clock = new TestClock();

    const createNode = async (node: Pick<TestNode, "runs">, runCapacity = 16) => {
      const schedules = createSchedules({
        db,
        contentVault: TEST_CONTENT_VAULT,
        runs: node.runs.starts,
        agents: createRunnableAgents(db, async () => "free"),
        notify: insertNotice,
        runCapacity,
        log: pino({ level: process.env.TEST_LOG ?? "silent" }),
        clock: clock.read,
      });
      const app = createHttpServer({ log: pino({ level: "silent" }) });
      await app.register(
        async (api) => {
          schedules.routes(createMount(api, { bySession: findSessionCaller, byApiKey: findKeyCaller }));
        },
        { prefix: "/api/v1" },
      );
      servers.push(app);
      const client = new Client(await app.listen({ host: "127.0.0.1", port: 0 }));
      return {
        client,
        turn: () => runJob(schedules.jobs, "schedules"),
        tend: () => runJob(schedules.jobs, "schedule keys and history"),
      };
    };
    const node = await createNode(stack);
    const { client, turn } = node;

    const post = (token: string, path: string, body: object = {}) =>
      client.post(`${PATH}${path}`, body, { token });
    const history = async (token: string, id: string): Promise<ScheduleTime[]> =>
      parseAnswer(ScheduleHistory, await client.get(`${PATH}/${id}/runs`, { token })).times;
    return {
      ...stack,
      ...node,
      runsClient: stack.client,
      clock,
      createNode,
      post,
      history,
      get: async (token: string, id: string) =>
        parseAnswer(Schedule, await client.get(`${PATH}/${id}`, { token })),
      put: (token: string, id: string, body: object) => client.put(`${PATH}/${id}`, body, { token }),
      /** Creates a schedule that runs every five minutes. */
      schedule: async (token: string, agentId: number, more: object = {}) =>
        parseAnswer(Schedule, await post(token, "", createScheduleBody(agentId, more))),
      /** Runs scheduler passes until the schedule has no active run. @returns its history. */
      async settled(token: string, id: string): Promise<ScheduleTime[]> {
        await expect
          .poll(async () => {
            await turn();
            return (await history(token, id)).filter(isOpen);
          })
          .toEqual([]);
        return history(token, id);
      },
      /** Returns the reasons in the person's notifications about paused schedules, oldest first. */
      async getPauseReasonsFor(userId: string): Promise<unknown[]> {
        const rows = await db
          .selectFrom("notifications")
          .select("facts")
          .where("user_id", "=", userId)
          .where("kind", "=", "schedule_paused")
          .orderBy("id")
          .execute();
        return rows.map(({ facts }) => Object(facts).because);
      },
    };
  };
}

export type Stack = Awaited<ReturnType<ReturnType<typeof useSchedules>>>;

/** Returns the body of a request that creates a schedule. */
export function createScheduleBody(agentId: number, more: object = {}): object {
  return {
    name: "Report",
    agent_id: agentId,
    input_data: { message: "go" },
    cron: "*/5 * * * *",
    time_zone: "UTC",
    monthly_cap: 5,
    ...more,
  };
}

export function isOpen({ status }: ScheduleTime): boolean {
  return status === "starting" || status === "running";
}

/** Creates an API key of a person. Returns its id and the key. */
export async function someKey({ db }: Stack, person: { accountId: string; userId: string; token: string }) {
  const id = await generateId(db, "key");
  await db
    .insertInto("api_keys")
    .values({
      id,
      account_id: person.accountId,
      user_id: person.userId,
      name: `Key ${id}`,
      key_hash: Buffer.from(id),
      scopes: ["run"],
    })
    .execute();
  return { id, key: `${person.token}.${id}` };
}

const findSessionCaller = async (token: string): Promise<Caller | undefined> => findCaller(token);
const findKeyCaller = async (token: string): Promise<Caller | undefined> => findCaller(token);

function findCaller(token: string): Caller | undefined {
  const [accountId, userId, keyId] = token.split(".");
  if (!accountId || !userId) return undefined;
  return { accountId, userId, username: "someone", ...(keyId !== undefined && { keyId }) };
}

interface ScheduleOptions {
  /** Overrides fields of the schedule request. */
  request?: object;
  /** Options of the agent. */
  agent?: { source?: string; price?: bigint };
  credits?: bigint;
  /** The clock's time when the schedule is created. */
  at?: string;
}

/** Creates a schedule for an account that runs another account's agent. */
export async function scheduled(all: Stack, { request = {}, agent = {}, credits, at }: ScheduleOptions = {}) {
  all.clock.set(at ?? "2026-03-10T09:02:00Z");
  const [owner, developer] = [await all.person(credits), await all.person(0n)];
  const agentId = await all.agent(developer.accountId, agent);
  const { token } = owner;
  const { id } = await all.schedule(token, agentId, request);
  return {
    ...all,
    owner,
    developer,
    agentId,
    id,
    times: () => all.history(token, id),
    now: () => all.get(token, id),
    ended: () => all.settled(token, id),
    getPauseReasons: () => all.getPauseReasonsFor(owner.userId),
    /** Sets the clock and runs one scheduler pass. */
    async turnAt(moment: string) {
      all.clock.set(moment);
      await all.turn();
    },
  };
}
