import { ExecutionResult } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { PRICE, useRuns } from "../runs.fixture.ts";
import { NO_TRACES, parseProblem, readTraces } from "./execute.refused.fixture.ts";

const stack = useRuns();

test("a run does not start if the balance is below the cost of its input", async () => {
  const { client, db, money, person, agent } = stack();
  const caller = await person(PRICE - 1n);
  const agent_id = await agent((await person()).accountId, {});
  const call = () =>
    client.post(
      "/api/v1/execute/run",
      { agent_id, input_data: { message: "hi" } },
      { token: caller.token, headers: { "idempotency-key": "again" } },
    );
  const refused = await call();
  expect(refused.status).toBe(402);
  expect(parseProblem(refused)).toMatchObject({
    error: "insufficient_credits",
    detail: "Insufficient credits",
  });
  expect(await readTraces(db, caller.accountId)).toEqual(NO_TRACES);

  await money.grant(caller.accountId, 1_000_000_000n, "paid");
  const answer = await call();
  expect(parseAnswer(ExecutionResult, answer).success).toBe(true);
  expect(answer.headers.get("idempotent-replayed")).toBeNull();
});

test("a run starts if the balance covers the input but not the estimate", async () => {
  const { client, money, person, agent } = stack();
  const caller = await person(3n * PRICE);
  const agent_id = await agent((await person()).accountId, {});
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "hi" } },
    { token: caller.token },
  );
  expect(parseAnswer(ExecutionResult, answer)).toMatchObject({
    success: true,
    stop_reason: "end",
    tokens_used: 2,
  });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: PRICE, held: 0n });
});
