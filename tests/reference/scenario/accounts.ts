import { findLink } from "../../harness/mail-server.ts";
import type { Part, Stage } from "./stage.ts";

const PASSWORD = "correct horse";

/** Signs up Ada and returns her credentials. */
export async function signUp(stage: Pick<Stage, "record">) {
  const ada = { username: "ada", email: "ada@example.com", password: PASSWORD };
  await stage.record("account.register", { body: ada });
  await stage.record("account.register", { body: { ...ada, email: "other@example.com" }, status: 409 });
  const login = { email: ada.email, password: PASSWORD };
  const { access_token } = await stage.record("account.login", { body: login });
  await stage.record("account.login", { body: { ...login, password: "wrong" }, status: 401 });
  const token = String(access_token);
  const { api_key } = await stage.record("account.me", { as: { ...ada, token } });
  return { ...ada, token, key: String(api_key) };
}

/** Plays the operations that end credentials, so it must be the last part. */
export const leave: Part = async ({ record, mail, ada, linus }) => {
  const email = "ada.lovelace@example.com";
  await record("account.updateMe", { as: ada, body: { email, password: ada.password } });
  const { token } = findLink(await mail.take(email, "address"));
  await record("signIn.confirmEmail", { body: { token } });
  const passwords = { current_password: PASSWORD, new_password: "another battery staple" };
  await record("account.changePassword", {
    as: ada,
    body: { ...passwords, current_password: "wrong" },
    status: 403,
  });
  await record("account.changePassword", { as: ada, body: passwords });
  await record("account.export", { as: linus });
  await record("account.refreshApiKey", { as: ada });
  await record("account.signOutEverywhere", { as: ada });
  await record("account.deleteMe", { as: linus, body: { password: "wrong" }, status: 403 });
  await record("account.deleteMe", { as: linus, body: { password: PASSWORD } });
};
