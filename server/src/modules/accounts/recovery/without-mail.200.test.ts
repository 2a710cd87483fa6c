import { SignInMethods, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { findOwnCredentials } from "../identity-store.ts";
import { endSessions } from "../session-store.ts";

const lines: string[] = [];
const woken: (() => void)[] = [];
const server = useTestServer({
  env: { PORT: "8090" },
  log: (line) => {
    lines.push(line);
    for (const wake of woken.splice(0)) wake();
  },
});

async function logged(text: string): Promise<string> {
  for (;;) {
    const line = lines.find((one) => one.includes(text));
    if (line !== undefined) return line;
    await new Promise<void>((resolve) => woken.push(resolve));
  }
}

test("writes the link to the log, so that the operator can pass it on", async () => {
  const { client } = server();
  const { email } = await client.register();
  const methods = parseAnswer(SignInMethods, await client.get("/api/v1/users/sign-in-methods"));
  expect(methods).toEqual({ google: false, github: false, mail: false, password_min_length: 6 });
  await client.post("/api/v1/users/forgot-password", { email });
  const line = JSON.parse(await logged(email));
  expect(line).toMatchObject({ level: 40, to: email, msg: expect.stringContaining("MAIL NOT SENT") });
  expect(line.link).toMatch(/^http:\/\/localhost:8090\/reset-password#[\w-]{43}$/);
  const reset = { token: line.link.split("#")[1], password: "another horse" };
  expect((await client.post("/api/v1/users/reset-password", reset)).status).toBe(200);
  expect((await client.post("/api/v1/users/login", { email, password: "another horse" })).status).toBe(200);
});

test("does not change the email for a session that another node has ended", async () => {
  const { client, db } = server();
  const { token, email, password } = await client.register();
  const { id } = parseAnswer(User, await client.get("/api/v1/users/me", { token }));
  await endSessions(db, id);
  const answer = await client.put("/api/v1/users/me", { email: `stranger.${email}`, password }, { token });
  expect(answer).toMatchObject({ status: 401, body: { error: "unauthorized" } });
  expect((await findOwnCredentials(db, id))?.email).toBe(email);
});
