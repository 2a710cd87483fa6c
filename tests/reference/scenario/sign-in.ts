import { findLink } from "../../harness/mail-server.ts";
import { getText, type Part, registerPerson, type Stage } from "./stage.ts";

const PASSWORD = "another battery staple";

/** Plays the part in which people reset a forgotten password and sign in with Google and GitHub. */
export const signIn: Part = async (stage) => {
  await stage.record("signIn.methods");
  await confirmSignUp(stage);
  await resetPassword(stage);
  await signInAt(stage, { id: "4711", name: "Ida Noddack", email: "ida@example.com", verified: true });
  const as = await linkByPassword(stage);
  await stage.record("signIn.linked", { as });
  await stage.record("signIn.unlink", { as, params: { provider: "google" } });
  await stage.record("signIn.unlink", { as, params: { provider: "google" }, status: 404 });
};

/** Requests a second link for a person who has just signed up, and opens the first link. */
async function confirmSignUp({ record, server, mail }: Stage): Promise<void> {
  const as = await server.client.registerWithKey({ username: "chien-shiung" });
  const { token } = findLink(await mail.take(as.email, "starting credits"));
  await record("signIn.resendConfirmation", { as });
  await record("signIn.confirmEmail", { body: { token } });
  await record("signIn.resendConfirmation", { as, status: 409 });
}

async function resetPassword({ record, server, mail }: Stage): Promise<void> {
  const { email } = await registerPerson({ server, mail }, "hedy");
  await record("signIn.forgotPassword", { body: { email } });
  const { token } = findLink(await mail.take(email, "password"));
  await record("signIn.resetPassword", { body: { token, password: PASSWORD } });
  await record("signIn.resetPassword", { body: { token, password: PASSWORD }, status: 400 });
}

type Person = Parameters<Stage["provider"]["consent"]>[1];

/** Signs in with a provider. @returns the browser that was used. */
async function signInAt({ record, provider }: Stage, person: Person): Promise<{ cookie?: string }> {
  const browser: { cookie?: string } = {};
  const params = { provider: "google" };
  const started = await record("signIn.start", { params, browser });
  const body = provider.consent(getText(started, "authorization_url"), person);
  await record("signIn.finish", { params, body, browser });
  return browser;
}

/**
 * Signs in with a provider's account that has the email of an existing account, and links both with the password.
 * @returns the person.
 */
async function linkByPassword(stage: Stage) {
  const rosalind = await registerPerson(stage, "rosalind");
  const { email, password } = rosalind;
  const person = { id: "4712", name: "Rosalind Franklin", email, verified: true };
  const browser = await signInAt(stage, person);
  await stage.record("signIn.link", { body: { password }, browser });
  return rosalind;
}
