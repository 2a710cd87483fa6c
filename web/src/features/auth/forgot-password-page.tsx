import { SIGN_IN_TEXTS } from "@stoa/contract/sign-in-texts";
import { TEXTS } from "@stoa/contract/texts";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Input } from "../../components/input.tsx";
import { getServerDetail } from "../../lib/http-error.ts";
import { requestPasswordLink, useSignInMethods } from "../../queries/sign-in.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { SignInLink } from "./sign-in-link.tsx";

const BY_MAIL = "Enter the email address of your account. We will send you a link to set a new password.";
const BY_OPERATOR =
  "This server does not send email. Request a link here, then ask your administrator, who can find it in the server's log. They never need your password.";

/** Requests a link to set a new password. The reply is the same whether or not the account exists. */
export function ForgotPasswordPage() {
  const methods = useSignInMethods();
  const sendsMail = methods.data?.mail ?? true;
  const [email, setEmail] = useState("");
  const ask = useMutation({
    mutationFn: () => requestPasswordLink(email),
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    ask.mutate();
  }

  if (ask.isSuccess)
    return (
      <AuthFrame
        title={sendsMail ? "Check your inbox" : "Ask your administrator for the reset link"}
        intro={sendsMail ? SIGN_IN_TEXTS.linkSent : SIGN_IN_TEXTS.linkLogged}
      >
        <div className="mt-8 grid gap-3">
          <SignInLink label="Back to sign in" />
          <Button variant="ghost" onClick={() => ask.reset()}>
            Use another email address
          </Button>
        </div>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Forgot your password?" intro={sendsMail ? BY_MAIL : BY_OPERATOR}>
      <form onSubmit={submit} className="mt-8">
        <fieldset disabled={ask.isPending} className="grid gap-4">
          <Field
            label="Email"
            error={ask.isError ? (getServerDetail(ask.error) ?? TEXTS.signIn.network) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="email"
                required
                value={email}
                onChange={(event) => {
                  setEmail(event.target.value);
                  ask.reset();
                }}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" size="lg" busy={ask.isPending}>
            {sendsMail ? "Send the link" : "Request a link"}
          </Button>
        </fieldset>
      </form>
    </AuthFrame>
  );
}
