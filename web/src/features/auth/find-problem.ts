import { LoginRequest, RegisterRequest } from "@stoa/contract/credentials";
import { TEXTS } from "@stoa/contract/texts";
import { HttpError } from "../../lib/http-error.ts";

export type AuthMode = "login" | "register";

/** The values of the form. */
export interface AuthFields {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

/** Returns the error text for the first rule that the fields break; `null` if the form may be sent. */
export function findProblem(mode: AuthMode, fields: AuthFields): string | null {
  if (fields.email.trim() === "" || fields.password === "") return TEXTS.signIn.required;
  if (mode === "login") {
    const { email, password } = fields;
    return LoginRequest.safeParse({ email, password }).error?.issues[0]?.message ?? null;
  }
  if (fields.username.trim() === "") return TEXTS.register.usernameRequired;
  if (fields.password !== fields.confirmation) return TEXTS.register.passwordsDiffer;
  const { username, email, password } = fields;
  const issues = RegisterRequest.safeParse({ username, email, password }).error?.issues ?? [];
  const first = issues.find((issue) => issue.path[0] === "password") ?? issues[0];
  return first?.message ?? null;
}

/**
 * Returns the error text for a failed sign-in or registration. For a taken username and a suspended account, it is the
 * server's text.
 */
export function getSignInFailure(error: unknown): string {
  if (!(error instanceof HttpError)) return TEXTS.signIn.network;
  const { problem } = error;
  if (problem?.error === "username_taken" || problem?.error === "account_suspended") return problem.detail;
  if (error.status === 401) return TEXTS.signIn.invalid;
  if (error.status === 409) return TEXTS.signIn.emailTaken;
  if (error.status === 400) return TEXTS.signIn.checkInput;
  return TEXTS.signIn.other;
}
