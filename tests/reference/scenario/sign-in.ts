import type { Part } from "./stage.ts";

export const signIn: Part = async ({ record, linus }) => {
  await record("signIn.methods");
  await record("signIn.forgotPassword", { body: { email: linus.email } });
};
