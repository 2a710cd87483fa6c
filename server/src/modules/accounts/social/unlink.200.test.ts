import { LinkedSignIns } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { stranger, useSocialServer } from "./social.fixture.ts";

const { server, signIn, readSession, link } = await useSocialServer();
const PATH = "/api/v1/users/linked-sign-ins";

const linkedWith = async (token: string) =>
  parseAnswer(LinkedSignIns, await server().client.get(PATH, { token })).sign_ins;

test("lists and unlinks a provider for a person with a password", async () => {
  const person = await server().client.register();
  const known = stranger({ email: person.email });
  const { cookie } = await signIn("google", known);
  const token = String(await link(cookie, person.password));
  expect(await linkedWith(token)).toMatchObject([{ provider: "google", email: known.email }]);
  expect(await server().client.call("DELETE", `${PATH}/google`, { token })).toMatchObject({ status: 200 });
  expect(await linkedWith(token)).toEqual([]);
  expect((await signIn("google", known)).answer.body).toMatchObject({ outcome: "link_needed" });
});

test("refuses to unlink the only way to sign in, and returns 404 for a provider that is not linked", async () => {
  const { token } = readSession((await signIn("github", stranger())).answer);
  expect(await server().client.call("DELETE", `${PATH}/github`, { token })).toMatchObject({
    status: 409,
    body: { error: "conflict" },
  });
  expect(await linkedWith(token)).toHaveLength(1);
  expect(await server().client.call("DELETE", `${PATH}/google`, { token })).toMatchObject({ status: 404 });
});
