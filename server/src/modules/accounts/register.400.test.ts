import { TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();
const good = { username: "grace", email: "grace@example.com", password: "secret" };

test.each([
  [{ ...good, username: "" }, "username", TEXTS.register.usernameRequired],
  [{ email: good.email, password: good.password }, "username", TEXTS.register.usernameRequired],
  [{ ...good, email: "" }, "email", TEXTS.signIn.required],
  [{ ...good, password: "" }, "password", TEXTS.signIn.required],
  [{ ...good, password: "12345" }, "password", "Password must be at least 6 characters long"],
  [{ ...good, email: "not an address" }, "email", "Please enter a valid email address"],
  [{ ...good, username: "ab" }, "username", "Username must be at least 3 characters long"],
  [{ ...good, username: "a".repeat(33) }, "username", "Username must be at most 32 characters long"],
  [{ ...good, username: "no spaces" }, "username", "Username can only contain letters, numbers, - and _"],
  [{ ...good, username: 7 }, "username", TEXTS.register.usernameRequired],
])("refuses %j and names %s", async (body, field, message) => {
  const answer = await server().client.post("/api/v1/users/register", body);
  expect(answer.status).toBe(400);
  expect(answer.headers.get("content-type")).toContain("application/problem+json");
  expect(answer.body).toMatchObject({ error: "invalid_request", detail: message });
  expect(answer.body).toHaveProperty("errors", expect.arrayContaining([{ field, message }]));
});

test("refuses an unknown field and names it", async () => {
  const answer = await server().client.post("/api/v1/users/register", { ...good, is_operator: true });
  expect(answer.status).toBe(400);
  expect(answer.body).toHaveProperty("errors.0.field", "is_operator");
});

test.each(["{", "", "null", "[1]", '"text"'])("refuses the body %j", async (raw) => {
  const answer = await server().client.call("POST", "/api/v1/users/register", { raw });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    status: 400,
    detail: expect.any(String),
    request_id: expect.stringMatching(/^req_/),
  });
});

test("refuses a body that is nested thousands of levels deep", async () => {
  const raw = `{"username": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
  const answer = await server().client.call("POST", "/api/v1/users/register", { raw });
  expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
});

test("stores nothing for a refused registration", async () => {
  const { client, db } = server();
  await client.post("/api/v1/users/register", { ...good, username: "halfway", password: "12345" });
  const left = await db.selectFrom("users").select("id").where("username", "=", "halfway").execute();
  expect(left).toEqual([]);
});
