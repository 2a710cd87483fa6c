import { SIGN_IN_TEXTS } from "@stoa/contract/sign-in-texts";
import { TEXTS } from "@stoa/contract/texts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button, getButtonClass } from "../../components/button.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { formatUsd } from "../../lib/format.ts";
import { getServerDetail } from "../../lib/http-error.ts";
import { confirmEmail } from "../../queries/sign-in.ts";
import { AuthFrame } from "./auth-frame.tsx";

/**
 * Confirms the email address of a new account, or a new address. Confirming needs a click, because programs that check
 * links in emails also open the page.
 */
export function ConfirmEmailPage({ token }: { readonly token: string }) {
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => confirmEmail(token),
    onSuccess: () => client.invalidateQueries(),
  });

  if (confirm.isSuccess)
    return (
      <AuthFrame
        title="Your email address is confirmed"
        intro={
          <>
            Your account uses <strong className="wrap-anywhere text-ink">{confirm.data.email}</strong>. Use it
            to sign in.
            {confirm.data.starting_credits > 0 &&
              ` ${formatUsd(confirm.data.starting_credits)} in starting credits was added to your balance.`}
          </>
        }
      >
        <div className="mt-8 grid">
          <Link to="/dashboard" className={getButtonClass("primary", "lg")}>
            Go to your dashboard
          </Link>
        </div>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title="Confirm your email address"
      intro="Confirm that this email address is yours, so that your Stoa account can use it. If you did not request this, close this page."
    >
      <div className="mt-8 grid gap-4">
        {token === "" && <FormFailure text={SIGN_IN_TEXTS.linkInvalid} />}
        {confirm.isError && <FormFailure text={getServerDetail(confirm.error) ?? TEXTS.signIn.network} />}
        <Button
          variant="primary"
          size="lg"
          disabled={token === ""}
          busy={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          Confirm this email address
        </Button>
      </div>
    </AuthFrame>
  );
}
