import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();

test.each([
  [{}, "email", "Email and password are required"],
  [{ email: "grace@example.com", password: "" }, "password", "Email and password are required"],
  [{ email: "gr\u0000ace", password: "secret" }, "email", "Text must not contain a NUL character"],
])("refuses %j and names the field", async (body, field, message) => {
  const answer = await server().client.post("/api/v1/users/login", body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: "invalid_request", detail: message });
  expect(answer.body).toHaveProperty("errors.0", { field, message });
});
