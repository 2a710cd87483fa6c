import { TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();

test("returns 409 for an email address that differs only in letter case from another account's", async () => {
  const { client } = server();
  await client.register({ username: "first", email: "one@example.com" });
  const answer = await client.post("/api/v1/users/register", {
    username: "second",
    email: "ONE@example.com",
    password: "secret",
  });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ error: "email_taken", detail: TEXTS.signIn.emailTaken });
});

test("returns 409 for a username that differs only in letter case from another account's", async () => {
  const { client } = server();
  await client.register({ username: "Taken" });
  const answer = await client.post("/api/v1/users/register", {
    username: "tAKEN",
    email: "other@example.com",
    password: "secret",
  });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ error: "username_taken", detail: TEXTS.register.usernameTaken });
});

test("creates exactly one account for twenty concurrent sign-ups with one email address", async () => {
  const { client, db } = server();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      client.post("/api/v1/users/register", {
        username: `race_${i}`,
        email: "race@example.com",
        password: "secret",
      }),
    ),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
  const rows = await db.selectFrom("users").select("id").where("username", "like", "race\\_%").execute();
  expect(rows).toHaveLength(1);
});
