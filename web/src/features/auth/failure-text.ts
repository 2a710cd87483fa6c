import { TEXTS } from "@stoa/contract/texts";
import { HttpError } from "../../lib/http-error.ts";

/** Returns the text for a refused sign-in. A taken username and a suspended account keep the server's text. */
export function failureText(error: unknown): string {
  if (!(error instanceof HttpError)) return TEXTS.signIn.network;
  const { problem } = error;
  if (problem?.error === "username_taken" || problem?.error === "account_suspended") return problem.detail;
  if (error.status === 401) return TEXTS.signIn.invalid;
  if (error.status === 409) return TEXTS.signIn.emailTaken;
  if (error.status === 400) return TEXTS.signIn.checkInput;
  return TEXTS.signIn.other;
}
