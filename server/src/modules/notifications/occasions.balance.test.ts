import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { moneyIn, newRunId, USD } from "../ledger/ledger.fixture.ts";
import { hold } from "../ledger/settlement.fixture.ts";
import { listNotifications, openStream, registerPerson } from "./notifications.fixture.ts";

const server = useTestServer();

async function payer() {
  const { client, db } = server();
  const [one, developer] = [await registerPerson(client, db), await registerPerson(client, db)];
  const money = moneyIn(db);
  return {
    ...one,
    developer,
    money,
    spend: (amount: bigint) => money.run(one.accountId, developer.accountId, amount),
    told: () => listNotifications(client, one.token),
  };
}

test("notifies once about a balance below 1 USD, and again only after the balance was higher", async () => {
  const { accountId, spend, told, money } = await payer();
  await spend(9n * USD);
  expect(await told()).toEqual([]);
  await spend(1n);
  expect(await told()).toMatchObject([
    {
      type: "warning",
      title: "Balance low",
      message: "Your balance is below 1 USD.",
      kind: "balance_low",
      agent_id: null,
      run_id: null,
    },
  ]);
  await spend(USD / 2n);
  expect(await told()).toHaveLength(1);
  await money.grant(accountId, USD, "paid");
  expect(await told()).toHaveLength(1);
  await spend(USD);
  expect(await told()).toHaveLength(2);
});

test("sends the notification to open streams when the run is settled", async () => {
  const { token, spend } = await payer();
  const stream = await openStream(server().url, token);
  await stream.next();
  await spend(10n * USD);
  expect(await stream.next()).toMatchObject({ event: "notification", data: { kind: "balance_low" } });
  stream.leave();
});

test("does not notify about credits that expire while earnings arrive in the same transaction", async () => {
  const { accountId, developer, told, money } = await payer();
  await money.run(developer.accountId, accountId, 9n * USD);
  const amount = 3n * USD;
  await server()
    .db.transaction()
    .execute(async (tx) => {
      await sql`UPDATE wallet_lots SET expires_at = now() WHERE account_id = ${accountId}`.execute(tx);
      await hold(tx, { accountId, runId: newRunId(), amount, cap: amount });
    });
  expect(await told()).toEqual([]);
  expect((await money.balance(accountId)).balance).toBe((9n * USD * 70n) / 100n);
});
