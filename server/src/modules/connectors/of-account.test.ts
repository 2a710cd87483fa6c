import { expect, test } from "vitest";
import type { Person } from "../../../../tests/harness/client.ts";
import { useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();

async function listIds({ username }: Person) {
  const { id, account_id } = await server()
    .database.db.selectFrom("users")
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .select(["users.id", "memberships.account_id"])
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  return { userId: id, accountId: account_id, username };
}

test("uses the first active connector of the account for a service", async () => {
  const { client, connectors } = server();
  const first = await listIds(await client.register());
  const { accountId } = first;
  const second = { ...(await listIds(await client.register())), accountId };
  const third = { ...(await listIds(await client.register())), accountId };
  const add = (caller: typeof first) =>
    connectors.add(caller, {
      service_name: "n8n",
      api_key: "n8n-key",
      service_config: { base_url: "https://n8n.example.com" },
    });
  const [one, two] = [await add(first), await add(second), await add(third)];
  const used = async () => {
    const found = await connectors.openOfAccount(accountId, "n8n");
    return { id: found?.id, isActive: found?.isActive };
  };
  expect(await used()).toEqual({ id: one.id, isActive: true });
  await connectors.update(first, one.id, { is_active: false });
  expect(await used()).toEqual({ id: two.id, isActive: true });
});
