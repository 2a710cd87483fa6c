import { PROVIDER_NAMES, type SignInProvider } from "@stoa/contract/sign-in-texts";
import { TEXTS } from "@stoa/contract/texts";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Input } from "../../components/input.tsx";
import { getServerDetail } from "../../lib/http-error.ts";
import { linkProvider } from "../../queries/sign-in.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { SignInLink } from "./sign-in-link.tsx";
import { useKeepSession } from "./use-keep-session.ts";

interface LinkAccountFormProps {
  readonly provider: SignInProvider;
  readonly email: string;
  readonly hasPassword: boolean;
  readonly onSignedIn: () => void;
}

/** Links the provider to the existing account with this email address. The user enters the account's password once. */
export function LinkAccountForm({ provider, email, hasPassword, onSignedIn }: LinkAccountFormProps) {
  const name = PROVIDER_NAMES[provider];
  const keepSession = useKeepSession();
  const [password, setPassword] = useState("");
  const link = useMutation({
    mutationFn: () => linkProvider(password),
    onSuccess: (session) => {
      keepSession(session);
      onSignedIn();
    },
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    link.mutate();
  }

  const account = <strong className="wrap-anywhere text-ink">{email}</strong>;
  if (!hasPassword)
    return (
      <AuthFrame
        title="You already have an account"
        intro={
          <>
            The account of {account} has no password. Sign in the way you did before, or set a password first.
            Then you can link {name} with it.
          </>
        }
      >
        <div className="mt-8 grid gap-4">
          <SignInLink label="Back to sign in" />
          <Link to="/forgot-password" className="link-alone justify-self-center text-14 text-ink-2">
            Set a password
          </Link>
        </div>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={`Link ${name} to your account`}
      intro={
        <>
          An account with {account} exists. Enter its password once to link {name}.
        </>
      }
    >
      <form onSubmit={submit} className="mt-8">
        <fieldset disabled={link.isPending} className="grid gap-4">
          <Field
            label="Password"
            error={link.isError ? (getServerDetail(link.error) ?? TEXTS.signIn.network) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => {
                  setPassword(event.target.value);
                  link.reset();
                }}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" size="lg" busy={link.isPending}>
            Link and sign in
          </Button>
          <Link to="/forgot-password" className="link-alone justify-self-center text-14 text-ink-2">
            Forgot password?
          </Link>
        </fieldset>
      </form>
    </AuthFrame>
  );
}
