import { SIGN_IN_TEXTS } from "@stoa/contract/sign-in-texts";
import { TEXTS } from "@stoa/contract/texts";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type SubmitEvent, useState } from "react";
import { Button, getButtonClass } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { Input } from "../../components/input.tsx";
import { getServerDetail, HttpError } from "../../lib/http-error.ts";
import { endSession } from "../../lib/session.ts";
import { resetPassword, useSignInMethods } from "../../queries/sign-in.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { SignInLink } from "./sign-in-link.tsx";

/** Sets a new password with the token of an emailed link. */
export function ResetPasswordPage({ token }: { readonly token: string }) {
  const methods = useSignInMethods();
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [differ, setDiffer] = useState(false);
  const reset = useMutation({
    mutationFn: () => resetPassword(token, password),
    onSuccess: endSession,
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setDiffer(password !== confirmation);
    if (password === confirmation) reset.mutate();
  }

  if (reset.isSuccess) return <PasswordSet />;
  if (token === "" || isLinkInvalid(reset.error)) return <LinkInvalid />;

  const createChangeHandler = (change: (value: string) => void) => (event: { target: HTMLInputElement }) => {
    change(event.target.value);
    setDiffer(false);
    reset.reset();
  };
  const failure = differ
    ? TEXTS.register.passwordsDiffer
    : reset.isError && (getServerDetail(reset.error) ?? TEXTS.signIn.network);
  return (
    <AuthFrame title="Set a new password" intro="This signs you out on all devices.">
      <form onSubmit={submit} className="mt-8">
        <fieldset disabled={reset.isPending} className="grid gap-4">
          <Field
            label="New password"
            hint={methods.data && `At least ${methods.data.password_min_length} characters`}
          >
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="new-password"
                required
                value={password}
                onChange={createChangeHandler(setPassword)}
              />
            )}
          </Field>
          <Field label="Confirm password">
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="new-password"
                required
                value={confirmation}
                onChange={createChangeHandler(setConfirmation)}
              />
            )}
          </Field>
          {failure && <FormFailure text={failure} />}
          <Button type="submit" variant="primary" size="lg" busy={reset.isPending} className="mt-1">
            Set password
          </Button>
        </fieldset>
      </form>
    </AuthFrame>
  );
}

function PasswordSet() {
  return (
    <AuthFrame
      title="Your password is set"
      intro="You were signed out everywhere. API keys still work; revoke any that you do not recognize in Settings."
    >
      <div className="mt-8 grid">
        <SignInLink label="Sign in" />
      </div>
    </AuthFrame>
  );
}

function LinkInvalid() {
  return (
    <AuthFrame title="This link is invalid or has expired" intro={SIGN_IN_TEXTS.linkInvalid}>
      <div className="mt-8 grid">
        <Link to="/forgot-password" className={getButtonClass("primary", "lg")}>
          Request a new link
        </Link>
      </div>
    </AuthFrame>
  );
}

function isLinkInvalid(error: unknown): boolean {
  return error instanceof HttpError && error.problem?.error === "link_invalid";
}
