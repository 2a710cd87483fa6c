import { StoredFileList } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { createAdmin, OPERATOR, readAuditEntries } from "../../commands/admin/admin.fixture.ts";
import { readUsername } from "../operator/account-owner-store.ts";
import { createBytes, useFiles } from "./files.fixture.ts";

const stack = useFiles();
const REASON = ["--reason", "holds a museum's pictures"] as const;

async function registerWithAdmin() {
  const { client, db, register } = stack();
  const { accountId, token } = await register();
  const username = await readUsername(db, accountId);
  const list = async () => parseAnswer(StoredFileList, await client.get("/api/v1/files", { token }));
  const setLimit = (size: string) => createAdmin(db)("set-file-limit", username, size, ...REASON);
  return { accountId, token, username, list, setLimit };
}

test("an operator gives one person another limit, which they see and which their uploads cannot exceed", async () => {
  const { send, upload, start } = stack();
  const { accountId, token, username, list, setLimit } = await registerWithAdmin();
  expect(await list()).toMatchObject({ limit_bytes: 200_000_000, limit_set_by: "plan" });
  expect((await setLimit("1MB")).lines).toEqual([`The files of ${username} can have 1 MB.`]);
  expect(await list()).toMatchObject({ limit_bytes: 1_000_000, limit_set_by: "operator", used_bytes: 0 });
  await upload(token, "small.bin", createBytes(600_000));
  const full = { error: "too_large", detail: expect.stringContaining("your files can have 1 MB together") };
  expect(await send(token, "second.bin", createBytes(600_000))).toMatchObject({ status: 413, body: full });
  const startMore = () =>
    stack().client.post("/api/v1/files/uploads", { name: "a", size: 600_000 }, { token });
  expect(await startMore()).toMatchObject({ status: 413, body: full });
  await setLimit("1GB");
  await start(token, "large.bin", 20_000_000);
  await setLimit("plan");
  expect(await list()).toMatchObject({ limit_bytes: 200_000_000, limit_set_by: "plan" });
  const actions = (await readAuditEntries(stack().db, accountId)).map(({ before, after, ...entry }) => entry);
  const entry = { actor: OPERATOR, action: "account.set_file_limit", reason: REASON[1] };
  expect(actions).toEqual([entry, entry, entry]);
  expect((await readAuditEntries(stack().db, accountId))[1]).toMatchObject({
    before: { limit_bytes: 1_000_000 },
    after: { limit_bytes: 1_000_000_000 },
  });
});

test("a person who has more than a new limit keeps their files, and the limit outlives a change of the plan", async () => {
  const { send, upload, db } = stack();
  const { token, username, list, setLimit } = await registerWithAdmin();
  await upload(token, "kept.bin", createBytes(1_600_000));
  await setLimit("1MB");
  await createAdmin(db)("set-plan", username, "business");
  expect(await list()).toMatchObject({
    files: [{ name: "kept.bin" }],
    limit_bytes: 1_000_000,
    used_bytes: 1_600_000,
  });
  expect((await send(token, "more.bin", createBytes(10))).status).toBe(413);
  const shown = await createAdmin(db)("show-user", username);
  expect(shown.lines.join("\n")).toContain("1.6 MB of 1 MB, set by an operator");
});
