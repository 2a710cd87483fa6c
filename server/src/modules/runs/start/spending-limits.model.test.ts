import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../../tests/harness/database.ts";
import { expectBooksBalanced } from "../../../../../tests/harness/ledger.ts";
import { someAccount } from "../../catalog/catalog.fixture.ts";
import { moneyIn, USD } from "../../ledger/ledger.fixture.ts";
import { LiveRun } from "../live/live-run.ts";
import { RunMeter } from "../live/run-meter.ts";
import { TEST_CONTENTS } from "../run-contents.fixture.ts";
import type { RunEnd } from "../settle/run-end.ts";
import { failAbandoned, settle } from "../settle/settle-store.ts";
import { someTerms } from "./run-terms.fixture.ts";
import { getSmaller, type RunTerms } from "./run-terms.ts";
import { counted, limit } from "./spending-limits.fixture.ts";
import { insertCalledRun, insertRun } from "./start-store.ts";

const database = useTestDatabase();
const KEY = `key_${"c".repeat(32)}`;
/** More active runs than this test ever starts. */
const UNBOUNDED = 1_000_000;

const amount = fc.bigInt(0n, 300n);
const bound = fc.option(fc.bigInt(0n, 1_000n), { nil: undefined });
const which = fc.nat(99);
const operation = fc.oneof(
  fc.record({
    op: fc.constant("limit" as const),
    byKey: fc.boolean(),
    perRun: bound,
    perDay: bound,
    perMonth: bound,
  }),
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant("start" as const),
      byKey: fc.boolean(),
      hold: amount,
      needed: amount,
      more: amount,
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant("extend" as const), which, by: amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant("settle" as const),
      which,
      percent: fc.bigInt(0n, 100n),
      called: fc.option(fc.bigInt(0n, 100n), { nil: undefined }),
      isDelivered: fc.boolean(),
    }),
  },
  fc.record({ op: fc.constant("abandon" as const), which }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

interface ModelRun {
  id: string;
  byKey: boolean;
  /** The amount that the run holds while it is active. After it has ended, the cost of the run and its child runs. */
  counts: bigint;
  cap: bigint;
  live: boolean;
}

interface Limits {
  perRun?: bigint | undefined;
  perDay?: bigint | undefined;
  perMonth?: bigint | undefined;
}

/** Applies operations to the database and to a model that recalculates its sums each time. */
class Play {
  readonly #runs: ModelRun[] = [];
  readonly #limits: { account: Limits; key: Limits } = { account: {}, key: {} };
  readonly #who: { accountId: string; userId: string; epoch: bigint };

  constructor(who: { accountId: string; userId: string; epoch: bigint }) {
    this.#who = who;
  }

  spent(byKey: boolean): bigint {
    return this.#runs.filter((run) => !byKey || run.byKey).reduce((sum, run) => sum + run.counts, 0n);
  }

  /**
   * Returns the amount that the limits leave for a run in addition to what already counts; `undefined` if there is no
   * limit.
   */
  #room(byKey: boolean): bigint | undefined {
    const rooms = [this.#limits.account, ...(byKey ? [this.#limits.key] : [])].flatMap((limits, index) =>
      [limits.perDay, ...(index === 1 ? [limits.perMonth] : [])]
        .filter((each) => each !== undefined)
        .map((each) => each - this.spent(index === 1)),
    );
    return rooms.length === 0 ? undefined : rooms.reduce(getSmaller);
  }

  async do(step: Operation): Promise<void> {
    const { db } = database();
    const { accountId, epoch } = this.#who;
    if (step.op === "limit") {
      const { byKey, perRun, perDay } = step;
      const perMonth = byKey ? step.perMonth : undefined;
      this.#limits[byKey ? "key" : "account"] = { perRun, perDay, perMonth };
      await limit(db, accountId, { perRun, perDay, perMonth }, byKey ? KEY : "");
      return;
    }
    if (step.op === "start") return this.#start(step);
    const live = this.#runs.filter((run) => run.live);
    const run = live[step.which % Math.max(live.length, 1)];
    if (!run) return;
    if (step.op === "extend") return this.#extend(run, run.counts + step.by);
    run.live = false;
    if (step.op === "abandon") {
      run.counts = 0n;
      expect(
        await failAbandoned(
          { db, contents: TEST_CONTENTS },
          { id: run.id, accountId: this.#who.accountId },
          epoch,
          "",
        ),
      ).toBe(true);
      return;
    }
    await this.#settle(run, step);
  }

  async #start({ byKey, hold, needed, more }: Extract<Operation, { op: "start" }>): Promise<void> {
    const wanted = { hold: hold < needed ? needed : hold, needed, atOnce: UNBOUNDED };
    const asked = wanted.hold + more;
    const perRun = [this.#limits.account.perRun, byKey ? this.#limits.key.perRun : undefined];
    const bounds = [this.#room(byKey), ...perRun].filter((each) => each !== undefined);
    const room = bounds.length === 0 ? undefined : bounds.reduce(getSmaller);
    const answer = await insertRun(
      { db: database().db, contents: TEST_CONTENTS },
      this.#terms(byKey, asked),
      this.#node,
      wanted,
      undefined,
    );
    const left = room === undefined ? asked : room < 0n ? 0n : room;
    if (left < needed || (left === 0n && asked > 0n)) {
      expect(answer).toMatchObject({ kind: "over_limit", bound: { needed } });
      return;
    }
    const [cap, held] = [getSmaller(asked, left), getSmaller(wanted.hold, left)];
    expect(answer).toMatchObject({ kind: "started", held, cap });
    if (answer.kind === "started")
      this.#runs.push({ id: answer.runId, byKey, counts: held, cap, live: true });
  }

  async #extend(run: ModelRun, total: bigint): Promise<void> {
    const { ledger } = moneyIn(database().db);
    const room = this.#room(run.byKey);
    const growth = getSmaller(getSmaller(total, run.cap) - run.counts, room ?? total);
    await ledger.extend(database().db, run.id, total);
    if (growth > 0n) run.counts += growth;
  }

  async #settle(
    run: ModelRun,
    { percent, called, isDelivered }: Extract<Operation, { op: "settle" }>,
  ): Promise<void> {
    const { db } = database();
    const options = { db, contents: TEST_CONTENTS, freeFailures: 0n };
    const { epoch } = this.#who;
    const cost = (run.counts * percent) / 100n;
    const root = liveRun(run.id, epoch, this.#terms(run.byKey, run.cap), run.counts);
    if (called === undefined) {
      await settle(options, root, createEnd(cost));
      run.counts = cost;
      return;
    }
    const part = ((run.counts - cost) * called) / 100n;
    const terms = this.#terms(run.byKey, part);
    const id = await insertCalledRun({ db, contents: TEST_CONTENTS }, terms, this.#node, root);
    if (id === undefined) throw new Error("the calling run is not active");
    const child = createEnd(part);
    const end = { ...child, status: isDelivered ? child.status : "cancelled", isDelivered } as const;
    await settle(options, liveRun(id, epoch, terms, part, root), end);
    await settle(options, root, createEnd(cost));
    run.counts = cost + (isDelivered ? part : 0n);
  }

  get #node() {
    return { nodeId: "node-1", epoch: this.#who.epoch, priceTableVersion: "test" };
  }

  #terms(byKey: boolean, cap: bigint): RunTerms {
    const { accountId, userId } = this.#who;
    return someTerms({
      caller: { accountId, userId, ...(byKey && { keyId: KEY }) },
      agent: { ownerAccountId: accountId },
      cap,
    });
  }
}

function liveRun(id: string, epoch: bigint, terms: RunTerms, held: bigint, parent?: LiveRun): LiveRun {
  const meter = new RunMeter(terms, terms.inputTokens, held);
  return new LiveRun({ id, epoch, terms, meter, ...(parent && { parent }) });
}

function createEnd(cost: bigint): RunEnd {
  return {
    status: "completed",
    stopReason: "end",
    errorCode: null,
    tokensMetered: Number(cost),
    tokensCharged: Number(cost),
    cost,
    modelCost: 0n,
    isDelivered: true,
    isOurFault: false,
    executionMs: 1,
    output: null,
    errorDetail: null,
    developerDetail: null,
  };
}

test("counted spending always equals the sum of the runs' holds and costs", async () => {
  const { db } = database();
  const money = moneyIn(db);
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), async (steps) => {
      const { accountId, userId } = await someAccount(db);
      await db.transaction().execute((tx) => money.ledger.openAccount(tx, accountId));
      await money.grant(accountId, USD, "paid");
      const { rows } = await sql<{ epoch: bigint }>`
        INSERT INTO nodes (id) VALUES ('node-1') ON CONFLICT (id) DO UPDATE SET heartbeat_at = now() RETURNING epoch
      `.execute(db);
      const play = new Play({ accountId, userId, epoch: rows[0]?.epoch ?? 0n });
      await limit(db, accountId, {}, KEY);
      let accountLimited = false;
      for (const step of steps) {
        await play.do(step);
        accountLimited ||= step.op === "limit" && !step.byKey;
        expect(await counted(db, accountId, KEY)).toBe(play.spent(true));
        if (accountLimited) expect(await counted(db, accountId)).toBe(play.spent(false));
      }
    }),
    { numRuns: process.env.STOA_TEST_LONG ? 40 : 15 },
  );
  await expectBooksBalanced(db);
});
