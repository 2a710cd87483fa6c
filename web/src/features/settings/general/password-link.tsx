import { SIGN_IN_TEXTS } from "@stoa/contract/sign-in-texts";
import { useMutation } from "@tanstack/react-query";
import { Button } from "../../../components/button.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { requestPasswordLink, useSignInMethods } from "../../../queries/sign-in.ts";
import { SettingRow } from "../setting-row.tsx";

/** Lets a user who signs in with Google or GitHub set their first password, through a link by email. */
export function PasswordLink({ email }: { readonly email: string }) {
  const methods = useSignInMethods();
  const sendsMail = methods.data?.mail ?? true;
  const ask = useMutation({
    mutationFn: () => requestPasswordLink(email),
    onError: (error) => notify.error(getServerDetail(error) ?? "Failed to request the link"),
  });
  const way = sendsMail
    ? SIGN_IN_TEXTS.linkSentTo(email)
    : "This server does not send email. Ask your administrator for the link, which is written to the server's log.";
  return (
    <SettingRow
      title="Password"
      hint={`No password set. ${way} Setting a password signs you out everywhere.`}
      action={
        <Button
          size="sm"
          variant="outline"
          busy={ask.isPending}
          disabled={ask.isSuccess}
          onClick={() => ask.mutate()}
        >
          Set a password
        </Button>
      }
    >
      {ask.isSuccess && (
        <p role="status" className="mt-3 border-info border-l-2 bg-sunken px-3 py-2.5 text-14">
          {sendsMail ? `We sent a link to ${email}.` : "The link was written to the server's log."}
        </p>
      )}
    </SettingRow>
  );
}
