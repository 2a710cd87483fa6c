import type { LoginRequest, RegisterRequest } from "@stoa/contract/credentials";
import type { FinishSignInRequest } from "@stoa/contract/sign-in";
import type { SignInProvider } from "@stoa/contract/sign-in-texts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

/** Returns the sign-in methods of this server, and whether it sends mail. Only a restart changes them. */
export function useSignInMethods() {
  return useQuery({
    queryKey: ["sign-in-methods"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("signIn.methods", { signal }),
  });
}

const KEY = ["linked-sign-ins"] as const;

/** Returns the Google and GitHub accounts that are linked to the user. */
export function useLinkedSignIns() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call("signIn.linked", { signal }),
  });
}

/** Unlinks a Google or GitHub account. */
export function useUnlinkSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (provider: SignInProvider) => call("signIn.unlink", { params: { provider } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Signs in with a password. */
export function signIn(body: LoginRequest) {
  return call("account.login", { body });
}

/** Creates an account. */
export function register(body: RegisterRequest) {
  return call("account.register", { body });
}

/** Returns the page of Google or GitHub on which a sign-in starts. */
export async function startProviderSignIn(provider: SignInProvider): Promise<string> {
  return (await call("signIn.start", { params: { provider } })).authorization_url;
}

/** Finishes a sign-in with the parameters of the provider's redirect. */
export function finishProviderSignIn(provider: SignInProvider, body: FinishSignInRequest) {
  return call("signIn.finish", { params: { provider }, body });
}

/** Links the provider of the current sign-in to the account with this password. */
export function linkProvider(password: string) {
  return call("signIn.link", { body: { password } });
}

/** Requests a link to set a new password. The reply is the same whether or not the account exists. */
export function requestPasswordLink(email: string) {
  return call("signIn.forgotPassword", { body: { email } });
}

/** Sets a new password with the token of an emailed link. */
export function resetPassword(token: string, password: string) {
  return call("signIn.resetPassword", { body: { token, password } });
}

/** Confirms an email address with the token of an emailed link. */
export function confirmEmail(token: string) {
  return call("signIn.confirmEmail", { body: { token } });
}

/** Sends another link that confirms the email address. */
export function resendConfirmation() {
  return call("signIn.resendConfirmation");
}
