import { TEXTS, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();

test("changes the email address, and accepts the new address at sign-in", async () => {
  const { client } = server();
  const person = await client.register();
  const answer = await client.put(
    "/api/users/me",
    { email: "new@example.com", password: person.password },
    { token: person.token },
  );
  expect(parseAnswer(User, answer).email).toBe("new@example.com");
  const login = { email: "new@example.com", password: person.password };
  expect((await client.post("/api/v1/users/login", login)).status).toBe(200);
});

test("returns 409 for another person's email address, and keeps the old address", async () => {
  const { client } = server();
  const [one, two] = [await client.register(), await client.register()];
  const answer = await client.put(
    "/api/v1/users/me",
    { email: one.email, password: two.password },
    { token: two.token },
  );
  expect(answer).toMatchObject({
    status: 409,
    body: { error: "email_taken", detail: TEXTS.signIn.emailTaken },
  });
  expect(parseAnswer(User, await client.get("/api/v1/users/me", { token: two.token })).email).toBe(two.email);
});
