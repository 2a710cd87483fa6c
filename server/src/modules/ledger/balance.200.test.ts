import { Balance } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { newRunId, USD } from "./ledger.fixture.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

const server = useLedgerRoutes();

test("the balance states the total, held, spent and earned amounts in USD", async () => {
  const { client, account, run, hold } = server();
  const payer = await server().account({ promo: 10n * USD });
  const developer = await account();
  await server().run(payer, developer, 2_000_001n);
  await hold(payer, newRunId(), USD);
  expect(
    parseAnswer(Balance.strict(), await client.get("/api/v1/billing/balance", { token: payer })),
  ).toEqual({
    current_balance: 9.997999999,
    available: 8.997999999,
    held: 1,
    total_spent: 0.002000001,
    total_earned: 0,
    currency: "USD",
  });
  await run(payer, developer, 0n);
  const earned = parseAnswer(Balance, await client.get("/api/billing/balance/", { token: developer }));
  expect(earned).toMatchObject({ current_balance: 0.0014, total_earned: 0.0014 });
});
