import type { Part } from "./stage.ts";

export const signIn: Part = async ({ record, linus }) => {
  await record("signIn.methods");
  await record("signIn.forgotPassword", { body: { email: linus.email } });
  await record("signIn.linked", { as: linus });
  await record("signIn.unlink", { as: linus, params: { provider: "google" }, status: 404 });
};
