import { SIGN_IN_PROVIDERS } from "@stoa/contract/sign-in-texts";
import { useLocation, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { ConfirmEmailPage } from "../../features/auth/confirm-email-page.tsx";
import { ForgotPasswordPage } from "../../features/auth/forgot-password-page.tsx";
import { ProviderReturnPage } from "../../features/auth/provider-return-page.tsx";
import { ResetPasswordPage } from "../../features/auth/reset-password-page.tsx";
import { takeWayBack } from "../../features/auth/way-back.ts";
import { NotFoundScreen } from "../not-found-screen.tsx";
import { parseReturnPath } from "../screen-search.ts";
import { parseChoice } from "../search-params.ts";

/** Shows /signin and /login. */
export function SignInScreen() {
  const search = useSearch({ strict: false });
  return (
    <AuthPage mode="login" returnTo={parseReturnPath(search.return)} search={{ return: search.return }} />
  );
}

/** Shows /register. */
export function RegisterScreen() {
  const search = useSearch({ strict: false });
  return (
    <AuthPage mode="register" returnTo={parseReturnPath(search.return)} search={{ return: search.return }} />
  );
}

/** Shows /forgot-password. */
export function ForgotPasswordScreen() {
  return <ForgotPasswordPage />;
}

/** Shows /reset-password. The token is in the fragment, which the browser never sends to a server. */
export function ResetPasswordScreen() {
  return <ResetPasswordPage token={useLocation().hash} />;
}

/** Shows /confirm-email. */
export function ConfirmEmailScreen() {
  return <ConfirmEmailPage token={useLocation().hash} />;
}

/** Shows /sign-in/{provider}, to which Google and GitHub redirect the user. */
export function ProviderReturnScreen() {
  const provider = parseChoice(useParams({ strict: false }).provider, SIGN_IN_PROVIDERS);
  const { state, code, iss, error } = useSearch({ strict: false });
  const navigate = useNavigate();
  if (!provider) return <NotFoundScreen />;
  return (
    <ProviderReturnPage
      provider={provider}
      returned={state === undefined ? undefined : { state, code, iss, error }}
      onSignedIn={() => void navigate({ href: parseReturnPath(takeWayBack()), replace: true })}
    />
  );
}
