import { expect, test } from "vitest";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { listPersonalData } from "../../../startup/personal-data.ts";
import { CachedAuthenticator } from "../authenticator.ts";
import { SignInGuard } from "../sign-in-guard.ts";
import { AccountDeletion } from "./account-deletion.ts";
import { findTablesWith, type RegisteredPerson, registerPerson } from "./full-account.fixture.ts";

const server = useTestServer();

async function pastRuns({ accountId, userId }: RegisteredPerson, runs: number, words: string) {
  await server().pool.query(
    `WITH made AS (
       INSERT INTO runs (id, status, ended_at, account_id, user_id, agent_id, agent_name, agent_type, version_id, version,
         price_per_token, share_percent, price_table_version, sponsor_limit, developer_account_id, pays, cap,
         timeout_seconds, root_id, node_id, epoch, input_tokens)
       SELECT id, 'failed', now(), $2, $3, 1, 'a', 'stoa', 'ver', 1, 1, 70, 'p', 0, 'acc', 'tokens', 0, 1, id, 'n', 1, 1
       FROM (SELECT new_id('run') AS id FROM generate_series(1, $1)) ids
       RETURNING id
     )
     INSERT INTO run_contents (run_id, account_id, task, input) SELECT id, $2, sha256($4::text::bytea), 'sealed' FROM made`,
    [runs, accountId, userId, words],
  );
}

/** Returns the number of runs of an account whose contents are stored. They are encrypted, so no text is searched. */
async function countContents({ accountId }: RegisteredPerson): Promise<number> {
  const rows = server().db.selectFrom("run_contents").select("run_id").where("account_id", "=", accountId);
  return (await rows.execute()).length;
}

function createDeletion() {
  const { db } = server();
  return new AccountDeletion({
    db,
    guard: new SignInGuard(db),
    authenticator: new CachedAuthenticator(db),
    prepareRevocation: () => Promise.resolve(() => undefined),
    personalData: listPersonalData(),
  });
}

async function leave({ token, password }: RegisteredPerson) {
  const json = { password };
  expect((await server().client.call("DELETE", "/api/v1/users/me", { token, json })).status).toBe(200);
}

test("removes the content of a deleted account that was too much for one request", async () => {
  const [leaver, other] = [await registerPerson(server()), await registerPerson(server())];
  await pastRuns(leaver, 2_300, `task of ${leaver.username}`);
  await pastRuns(other, 3, `task of ${other.username}`);
  await leave(leaver);
  expect(await countContents(leaver)).toBe(300);
  await createDeletion().finish(0);
  expect(await findTablesWith(server(), leaver.username)).toEqual([]);
  expect([await countContents(leaver), await countContents(other)]).toEqual([0, 3]);
});

test("removes what another node stored with a credential that had just been revoked", async () => {
  const { db } = server();
  const leaver = await registerPerson(server());
  await leave(leaver);
  const { accountId, userId, username } = leaver;
  await pastRuns(leaver, 1, username);
  await db
    .insertInto("sessions")
    .values({ token_hash: Buffer.from("late"), user_id: userId, expires_at: new Date() })
    .execute();
  const open = () =>
    db.selectFrom("account_erasures").select("asked_at").where("account_id", "=", accountId).execute();
  await createDeletion().finish();
  expect(await open()).toHaveLength(1);
  await createDeletion().finish(0);
  expect(await open()).toEqual([]);
  expect(await findTablesWith(server(), username)).toEqual([]);
  expect(await countContents(leaver)).toBe(0);
  expect(await db.selectFrom("sessions").selectAll().where("user_id", "=", userId).execute()).toEqual([]);
});
