import { useSearch } from "@tanstack/react-router";
import { AuthPage } from "../../features/auth/auth-page.tsx";
import { ForgotPasswordPage } from "../../features/auth/forgot-password-page.tsx";

/** Only a path of this server is returned to: never an address that a link made up. */
function safeReturn(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : "/dashboard";
}

/** /signin and /login. */
export function SignInScreen() {
  const search = useSearch({ strict: false });
  return <AuthPage mode="login" returnTo={safeReturn(search.return)} search={{ return: search.return }} />;
}

/** /register. */
export function RegisterScreen() {
  const search = useSearch({ strict: false });
  return <AuthPage mode="register" returnTo={safeReturn(search.return)} search={{ return: search.return }} />;
}

/** /forgot-password. */
export function ForgotPasswordScreen() {
  return <ForgotPasswordPage />;
}
