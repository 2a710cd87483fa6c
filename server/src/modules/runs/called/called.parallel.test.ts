import { sql } from "kysely";
import { expect, test } from "vitest";
import { completion, openAiUsage } from "../../../../../gateway/src/testing/scripted-upstream.ts";
import { MODEL, PRICE, useRuns } from "../runs.fixture.ts";
import { CALLS, runAgent } from "./called.fixture.ts";

const stack = useRuns();

test("people who run and sponsor one another's agents in parallel never deadlock", async () => {
  const all = stack();
  all.upstream.answer((_, response) => {
    const answer = completion("Yes.", openAiUsage(100, 100));
    response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  const [left, right] = [await all.person(), await all.person()];
  /**
   * Creates an agent whose price does not cover its model cost of 0.0003 USD per call. Its developer pays the
   * difference.
   */
  const sponsored = async (accountId: string) => {
    const source = `\nimport stoa\ndef run(message: str):\n    return stoa.model("${MODEL}").complete(message)\n`;
    const id = await all.agent(accountId, { source, price: 1_000n });
    const limits = { sponsor_limit: 10_000_000n, max_cost_per_run: 1_000_000n };
    await all.db.updateTable("agents").set(limits).where("id", "=", id).execute();
    return id;
  };
  const calling = async (accountId: string, called: number) =>
    all.agent(accountId, {
      source: `${CALLS}\ndef run(message: str):\n    return [call(${called}, message="a")[0] for _ in range(2)]\n`,
      price: PRICE,
      content: { agents: [called] },
    });
  const [ofLeft, ofRight] = [await sponsored(left.accountId), await sponsored(right.accountId)];
  const [asksLeft, asksRight] = [
    await calling(right.accountId, ofLeft),
    await calling(left.accountId, ofRight),
  ];
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? runAgent(all, right.token, asksLeft) : runAgent(all, left.token, asksRight),
    ),
  );
  for (const result of results)
    expect(result).toMatchObject({
      status: "completed",
      called_runs: [
        { status: "completed", cost: 0.0002 },
        { status: "completed", cost: 0.0002 },
      ],
    });
  const { rows } = await sql<{ deadlocks: bigint }>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(all.db);
  expect(rows).toEqual([{ deadlocks: 0n }]);
});
