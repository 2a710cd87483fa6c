import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import { CachedAuthenticator } from "./authenticator.ts";

const server = useTestServer();

const refuse = () => {
  throw new Error("refused before the look-up");
};

test("while guesses are refused, still accepts a key that was accepted earlier, but never a revoked key", async () => {
  const { client, db } = server();
  const { token } = await client.register();
  const key = String(Object((await client.get("/api/v1/users/me", { token })).body).api_key);
  const authenticator = new CachedAuthenticator(db);
  expect(() => authenticator.byApiKey(key, refuse)).toThrow("refused before");
  expect(await authenticator.byApiKey(key)).toHaveProperty("username");
  authenticator.forgetKey(hashToken(key));
  expect(await authenticator.byApiKey(key, refuse)).toHaveProperty("username");
  await client.post("/api/v1/users/refresh-api-key", {}, { token });
  authenticator.forgetKey(hashToken(key));
  expect(await authenticator.byApiKey(key, refuse)).toBeUndefined();
  expect(() => authenticator.byApiKey(key, refuse)).toThrow("refused before");
});
