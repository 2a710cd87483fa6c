import { sql } from "kysely";
import { expect, test } from "vitest";
import { MODEL, useRuns } from "../runs.fixture.ts";

const stack = useRuns({ bounds: { trialIdleMs: 4_000 } });
const entry = { name: "run", kind: "function", takes: "parameters" } as const;
const trial = (source: string) => ({
  accountId: "somebody",
  source,
  filename: "agent.py",
  framework: "stoa" as const,
  entry,
  input: { message: "Hello" },
});

test("a version is tried with stoa-basic instead of its models, and nothing is charged", async () => {
  const { runs, db, upstream, supervisor } = stack();
  const source = `import stoa\ndef run(message: str):\n    return stoa.model("${MODEL}").complete("Say: " + message)\n`;
  const tried = await runs.trialRunner.try(trial(source));
  expect(tried).toMatchObject({ ok: true, output: expect.stringMatching(/\S/) });
  expect(upstream.received).toEqual([]);
  const { rows } =
    await sql`SELECT (SELECT count(*)::int FROM runs) AS runs, (SELECT count(*)::int FROM holds) AS holds,
    (SELECT count(*)::int FROM model_calls) AS calls`.execute(db);
  expect(rows).toEqual([{ runs: 0, holds: 0, calls: 0 }]);
  expect(supervisor.active).toBe(0);
});

test("a failed trial run states the reason and gives the developer the traceback", async () => {
  const { runs } = stack();
  const tried = await runs.trialRunner.try(trial("def run(message: str):\n    raise KeyError('city')\n"));
  expect(tried).toMatchObject({ ok: false, detail: expect.stringContaining("city") });
  expect(tried.ok ? "" : tried.developerDetail).toContain("Traceback");
});

test("a trial waits for its turn if no slot is free", async () => {
  const { runs } = stack();
  const slow = trial("import time\ndef run(message: str):\n    time.sleep(1)\n    return 'done'\n");
  const all = await Promise.all([1, 2, 3].map(() => runs.trialRunner.try(slow)));
  expect(all.map(({ ok }) => ok)).toEqual([true, true, true]);
});

test("a trial that does nothing for 4 seconds is stopped with an error that says so", async () => {
  const { runs, supervisor } = stack();
  const asleep = "import time\ndef run(message: str):\n    time.sleep(50)\n    return 'late'\n";
  const tried = await runs.trialRunner.try(trial(asleep));
  expect(tried).toMatchObject({ ok: false, detail: expect.stringContaining("did nothing for 4 seconds") });
  expect(supervisor.active).toBe(0);
});

test("another account's trial does not wait for all five trials of one account", async () => {
  const { runs } = stack();
  const slow = trial("import time\ndef run(message: str):\n    time.sleep(1.5)\n    return 'done'\n");
  const ended: string[] = [];
  const uploaded = (accountId: string) =>
    runs.trialRunner.try({ ...slow, accountId }).then(() => ended.push(accountId));
  await Promise.all([...["a", "a", "a", "a", "a"].map(uploaded), uploaded("b")]);
  expect(ended.indexOf("b")).toBeLessThan(2);
});
