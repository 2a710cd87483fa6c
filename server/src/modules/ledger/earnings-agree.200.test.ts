import { Balance, BillingHistory, BillingStatements } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

const server = useLedgerRoutes();

test("a developer's earnings are available in the balance, and appear in the history, the filtered history and the statement", async () => {
  const { client, account, run } = server();
  const [caller, developer] = [await account({ paid: 1_000_000_000n }), await account()];
  await run(caller, developer, 100_000_000n);
  const get = (path: string) => client.get(`/api/v1/billing/${path}`, { token: developer });

  const card = parseAnswer(Balance, await get("balance"));
  expect(card).toMatchObject({ current_balance: 0.07, available: 0.07, total_earned: 0.07 });
  const sums = [];
  for (const filter of ["", "?kind=earning"]) {
    const { history } = parseAnswer(BillingHistory, await get(`history${filter}`));
    sums.push(history.reduce((sum, entry) => sum + entry.amount, 0));
  }
  expect(sums).toEqual([card.total_earned, card.total_earned]);
  const { statements } = parseAnswer(BillingStatements, await get("statements"));
  expect(statements.map(({ earned, closing }) => [earned, closing])).toEqual([[0.07, 0.07]]);

  await run(caller, developer, 100_000_000n);
  const { history } = parseAnswer(BillingHistory, await get("history?kind=earning"));
  expect(history).toHaveLength(2);
  expect(parseAnswer(Balance, await get("balance")).total_earned).toBe(0.14);
});
