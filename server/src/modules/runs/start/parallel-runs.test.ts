import { expect, test } from "vitest";
import { PRICE, parseBody, useRuns } from "../runs.fixture.ts";
import { parseCode } from "./execute.refused.fixture.ts";

const stack = useRuns({ capacity: 100 });

test("100 parallel runs on a balance for three runs never overspend", async () => {
  const { client, money, person, agent } = stack();
  /** An echo of "hi" costs two tokens. */
  const caller = await person(6n * PRICE);
  const developer = await person(0n);
  const agent_id = await agent(developer.accountId, {});
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      client.post(
        "/api/v1/execute/run",
        { agent_id, input_data: { message: "hi" } },
        { token: caller.token },
      ),
    ),
  );

  const ran = answers.filter((answer) => answer.status === 200);
  expect(ran.length).toBeGreaterThan(0);
  expect(ran.length).toBeLessThanOrEqual(6);
  for (const answer of answers)
    if (answer.status !== 200) expect(parseCode(answer)).toBe("insufficient_credits");
  const charged = ran.reduce((sum, answer) => sum + Math.round(Number(parseBody(answer).cost) * 1e9), 0);
  const balance = await money.balance(caller.accountId);
  expect(balance.held).toBe(0n);
  expect(balance.balance).toBe(6n * PRICE - BigInt(charged));
  expect(balance.balance).toBeGreaterThanOrEqual(0n);
  expect(balance.totalSpent).toBe(BigInt(charged));
});
